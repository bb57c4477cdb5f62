import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { FilePurpose } from '#contract/files.ts';
import { ApiError } from '../../http/api-error.ts';
import { checkCaptions } from './check-captions.ts';
import { checkVideo } from './check-video.ts';
import type { Checkpoint } from './checkpoint.ts';
import { extensionOf } from './file-name.ts';

export interface DetectedType {
  /** The media type. */
  type: string;
  /** The file name extensions of the type, the usual one first. Empty: any. */
  extensions: readonly string[];
}

const OFFICE = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];
const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

/** The allowed types of private files, by content. Office files with macros are not allowed. */
const TYPES: Readonly<Record<FilePurpose, Readonly<Record<string, readonly string[]>>>> = {
  document: {
    'application/pdf': ['pdf'],
    'application/zip': ['zip', ...OFFICE],
    [`${OPEN_XML}wordprocessingml.document`]: ['docx'],
    [`${OPEN_XML}spreadsheetml.sheet`]: ['xlsx'],
    [`${OPEN_XML}presentationml.presentation`]: ['pptx'],
    [`${OPEN_DOCUMENT}text`]: ['odt'],
    [`${OPEN_DOCUMENT}spreadsheet`]: ['ods'],
    [`${OPEN_DOCUMENT}presentation`]: ['odp'],
    // Office files from before 2007.
    'application/x-cfb': ['doc', 'xls', 'ppt'],
    'application/rtf': ['rtf'],
    'image/jpeg': ['jpg', 'jpeg'],
    'image/png': ['png'],
    'image/webp': ['webp'],
    'image/gif': ['gif'],
    'image/avif': ['avif'],
    'image/heic': ['heic', 'heif'],
  },
  video: {
    'video/mp4': ['mp4', 'm4v'],
    'video/x-m4v': ['m4v', 'mp4'],
    'video/webm': ['webm'],
  },
  // Not every WebVTT file begins with the same signature, so `checkCaptions` reads it whole.
  captions: {},
};

/** Extensions that a text file must not have, because systems would execute it or programs would fail to open it. */
const NOT_TEXT = [
  ...Object.values(TYPES).flatMap((types) => Object.values(types).flat()),
  ...[
    'exe',
    'com',
    'scr',
    'msi',
    'pif',
    'cmd',
    'bat',
    'vbs',
    'vbe',
    'wsf',
    'wsh',
    'hta',
    'lnk',
    'url',
    'reg',
  ],
];

const REFUSALS: Readonly<Record<FilePurpose, string>> = {
  document: 'This file is not a PDF, a ZIP, an office document without macros, a text or a picture.',
  video: 'This file is not an MP4 or WebM video.',
  captions: 'This file is not a WebVTT file.',
};

/** Browsers accept captions only with this type. */
const CAPTIONS_TYPE = 'text/vtt; charset=utf-8';

/** Bytes that do not occur in texts: control characters other than tab, line breaks and form feed. */
const NOT_IN_A_TEXT = new Uint8Array(256);
for (let byte = 0; byte < 32; byte += 1) NOT_IN_A_TEXT[byte] = 1;
for (const byte of [9, 10, 12, 13]) NOT_IN_A_TEXT[byte] = 0;
NOT_IN_A_TEXT[127] = 1;

const isText = async (path: string, checkpoint: Checkpoint): Promise<boolean> => {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    checkpoint();
    for (const byte of chunk) if (NOT_IN_A_TEXT[byte]) return false;
  }
  return true;
};

/** Whether a file begins with the byte order mark of UTF-16, whose zero bytes do not mean that it is binary. */
const isUtf16 = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && ['fffe', 'feff'].includes(buffer.toString('hex'));
  } finally {
    await file.close();
  }
};

/**
 * Detects the type of a file from its content. The sender's media type is ignored.
 * @param name only decides whether a text file can keep its extension
 * @param checkpoint called between the steps of reading a long file
 * @throws ApiError `file_refused`, and what `checkpoint` throws
 */
export const detectType = async (
  path: string,
  purpose: FilePurpose,
  name: string,
  checkpoint: Checkpoint = () => undefined,
): Promise<DetectedType> => {
  if (purpose === 'captions') {
    checkCaptions(await readFile(path));
    return { type: CAPTIONS_TYPE, extensions: ['vtt'] };
  }
  // A truncated or inconsistent file has no type. The library bounds how many parts of a file it reads.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const extensions = found && TYPES[purpose][found.mime];
  if (extensions && purpose === 'video') await checkVideo(path, found.mime, checkpoint);
  if (extensions) return { type: found.mime, extensions };
  if (purpose === 'document' && ((await isUtf16(path)) || (await isText(path, checkpoint))))
    return { type: 'text/plain', extensions: NOT_TEXT.includes(extensionOf(name)) ? ['txt'] : [] };
  throw new ApiError('file_refused', REFUSALS[purpose]);
};
