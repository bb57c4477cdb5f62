import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'server/pdf/fonts');

/** The fonts of PDF files and drawn pictures. `npm run fonts` creates them: Latin, Greek and Cyrillic letters. */
export const FONTS = {
  regular: join(FOLDER, 'noto-sans-regular.ttf'),
  bold: join(FOLDER, 'noto-sans-bold.ttf'),
} as const;

export type FontName = keyof typeof FONTS;

/** Characters that show nothing: they join, separate or isolate others. */
const INVISIBLE = /[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/gu;

/** What the fonts lack: other scripts and emoji. */
const NOT_DRAWABLE =
  /[^\n -~\u00a0-\u024f\u02b0-\u03ff\u0400-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u203a\u20a0-\u20c0\u2116-\u2122]/gu;

/** A text as the fonts can show it: a question mark stands for each character that they lack. */
export const drawable = (text: string): string =>
  text.normalize('NFC').replace(INVISIBLE, '').replace(NOT_DRAWABLE, '?');
