import { join } from 'node:path';
import { openSync, type Font } from 'fontkit';
import { PROJECT_ROOT } from '../project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'server/text/fonts');

/** The font weight of a text. Scripts other than Latin, Greek and Cyrillic have a single weight in between. */
export type Weight = 'regular' | 'bold';

const WESTERN = { regular: 'western-regular', bold: 'western-bold' } as const;

/**
 * The fonts of the other scripts, with the characters that belong to each. Japanese is drawn with the characters of
 * the Chinese font, whose shapes differ a little. Scripts that fontkit lays out wrongly are missing: Gurmukhi, Khmer,
 * Malayalam, Myanmar and Telugu.
 */
const OTHERS = {
  arabic: /\p{scx=Arabic}/u,
  armenian: /\p{scx=Armenian}/u,
  bengali: /\p{scx=Bengali}/u,
  devanagari: /\p{scx=Devanagari}/u,
  ethiopic: /\p{scx=Ethiopic}/u,
  georgian: /\p{scx=Georgian}/u,
  gujarati: /\p{scx=Gujarati}/u,
  han: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uff01-\uff9f]/u,
  hangul: /\p{scx=Hangul}/u,
  hebrew: /\p{scx=Hebrew}/u,
  kannada: /\p{scx=Kannada}/u,
  lao: /\p{scx=Lao}/u,
  sinhala: /\p{scx=Sinhala}/u,
  tamil: /\p{scx=Tamil}/u,
  thai: /\p{scx=Thai}/u,
} as const;

type OtherFont = keyof typeof OTHERS;
export type FontName = (typeof WESTERN)[Weight] | OtherFont;

const OTHER_FONTS = Object.entries(OTHERS) as [OtherFont, RegExp][];

const pathOf = (name: FontName): string => join(FOLDER, `${name}.ttf`);

/** The file of each font. `npm run fonts:documents` gets them from the npm registry. */
export const FONT_FILES = Object.fromEntries(
  [...Object.values(WESTERN), ...OTHER_FONTS.map(([name]) => name)].map((name) => [name, pathOf(name)]),
) as Record<FontName, string>;

const loaded = new Map<FontName, Font>();

/** A font, which is read when a text first needs it. */
export const loadFont = (name: FontName): Font => {
  const font = loaded.get(name) ?? (openSync(FONT_FILES[name]) as Font);
  loaded.set(name, font);
  return font;
};

/** Invisible characters, which fonts may lack. */
const JOINERS = /[\u200c\u200d\ufe00-\ufe0f]/gu;

const hasAll = (name: FontName, text: string): boolean =>
  Array.from(text.replace(JOINERS, '')).every((character) =>
    loadFont(name).hasGlyphForCodePoint(character.codePointAt(0)!),
  );

/**
 * The font that contains a character with its combining marks.
 * @param character one grapheme
 * @returns undefined if no font has it
 */
export const findFont = (character: string, weight: Weight): FontName | undefined => {
  if (hasAll(WESTERN[weight], character)) return WESTERN[weight];
  return OTHER_FONTS.find(([name, script]) => script.test(character) && hasAll(name, character))?.[0];
};

/** A character without the joiners that a font lacks and would show as a box. */
export const withoutMissingJoiners = (character: string, name: FontName): string =>
  character.replace(JOINERS, (joiner) =>
    loadFont(name).hasGlyphForCodePoint(joiner.codePointAt(0)!) ? joiner : '',
  );
