import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#server/project-root.ts';

const fixture = (name: string): Buffer => readFileSync(join(PROJECT_ROOT, 'tests/fixtures', name));

/** Four seconds of WebM, drawn by `npm run videos`. */
export const WEBM = fixture('clip.webm');
/** What is said in it. */
export const CAPTIONS = fixture('clip.en.vtt');

const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** The boxes of an MP4 file, as exporting programs write them. */
export const mp4Of = (...names: string[]): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
    ...names.map((name) => box(name, Buffer.alloc(200))),
  ]);
export const MP4 = mp4Of('moov', 'mdat');
