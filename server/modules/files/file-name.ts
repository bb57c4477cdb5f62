import { FILE_NAME_LENGTH } from '#contract/files.ts';

/** Characters that are invisible, change the direction of the text, or end a line. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Characters that a file's name cannot have on some system. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The extension of a file's name in lower case, without the dot; empty if there is none. */
export const extensionOf = (name: string): string =>
  /\.([\p{L}\p{N}_-]{1,16})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

/** Truncates a name to the maximum length without splitting characters, and keeps its extension. */
const shorten = (name: string): string => {
  if (name.length <= FILE_NAME_LENGTH) return name;
  const extension = extensionOf(name);
  const ending = extension && `.${extension}`;
  let stem = '';
  for (const character of name.slice(0, name.length - ending.length)) {
    if (stem.length + character.length + ending.length > FILE_NAME_LENGTH) break;
    stem += character;
  }
  return stem + ending;
};

/** Replaces the separators of folders in a title or a name that becomes the name of a file or folder. */
export const withoutFolders = (name: string): string => name.replace(/[/\\]/g, '_');

/**
 * Cleans the name under which a file is shown and downloaded: without folders, and without characters that hide or
 * reverse parts of it.
 * @param extensions the allowed extensions; the first one is appended to a name with another extension
 */
export const cleanFileName = (name: string, extensions: readonly string[] = []): string => {
  const base = name.split(/[/\\]/).at(-1)!;
  const visible = base
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(FORBIDDEN, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const safe = DEVICE.test(visible) ? `_${visible}` : visible || 'file';
  const fits = extensions.length === 0 || extensions.includes(extensionOf(safe));
  return shorten(fits ? safe : `${shorten(safe).slice(0, FILE_NAME_LENGTH - 6)}.${extensions[0]}`);
};
