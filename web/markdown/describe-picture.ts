import { type Marked, replaceSelection } from './mark-text.ts';

/** What stands for the description of a picture that was just added. */
const UNDESCRIBED = 'Picture';

/** A picture in a Markdown text that nobody has described. */
export interface UndescribedPicture {
  address: string;
  /** Where its description is in the text. */
  start: number;
  end: number;
}

/** A new picture, as Markdown. */
export const newPicture = (address: string): string => `![${UNDESCRIBED}](${address})`;

/**
 * Adds a picture as a paragraph after the selection. While the user is typing, it follows their line, and the cursor stays.
 * Otherwise the cursor is behind the picture, so that the next key does not replace it.
 */
export const addPicture = ({ text, start, end }: Marked, address: string, isTyping: boolean): Marked => {
  const lineEnd = isTyping ? text.indexOf('\n', end) : end;
  const at = lineEnd === -1 ? text.length : lineEnd;
  const added = replaceSelection({ text, start: at, end: at }, `\n\n${newPicture(address)}\n\n`);
  return isTyping ? { text: added.text, start, end } : { ...added, start: added.end };
};

/** The pictures of a text that still have the description of a new one. One with an empty description is decoration. */
export const findUndescribed = (text: string): UndescribedPicture[] =>
  [...text.matchAll(/!\[Picture\]\(([^\s()]+)\)/g)].map(({ index, 1: address }) => {
    const start = index + '!['.length;
    return { address: address!, start, end: start + UNDESCRIBED.length };
  });

/** Writes a description in Markdown, in one line, so that none of its characters is taken for a mark. */
const escapeDescription = (description: string): string =>
  description
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_~[\]<>&!]/g, String.raw`\$&`);

/** Describes a picture. The cursor is then behind it. */
export const describePicture = (
  text: string,
  { address, start, end }: UndescribedPicture,
  description: string,
): Marked => {
  const described = replaceSelection({ text, start, end }, escapeDescription(description));
  const cursor = described.end + `](${address})`.length;
  return { text: described.text, start: cursor, end: cursor };
};
