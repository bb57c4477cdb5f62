import createBidi from 'bidi-js';
import type { Font } from 'fontkit';
import { findFont, type FontName, loadFont, type Weight, withoutMissingJoiners } from './fonts.ts';

const bidi = createBidi();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Characters that only control the layout. They are not drawn, because they no longer matter once the directions are
 * known.
 */
const CONTROL = /^[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+$/u;
/** No font has emoji. They are left out. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u;
/** Replaces any other character that the fonts lack. */
const MISSING = '?';

export interface Style {
  weight: Weight;
  /** The font size, in pixels or points. */
  size: number;
}

/** A part of a line in one font and direction. */
export interface Run {
  text: string;
  font: FontName;
  /** In the unit of the font size. */
  width: number;
}

/** A line of text in visual order, from left to right. */
export interface Line {
  runs: Run[];
  /** In the unit of the font size. */
  width: number;
}

/** The fonts of right-to-left scripts. */
const RIGHT_TO_LEFT = new Set<FontName>(['arabic', 'hebrew']);

interface Piece {
  text: string;
  font: FontName;
  /** The embedding level: odd from right to left. */
  level: number;
}

/** Brackets are mirrored in right-to-left text. */
const mirror = (character: string): string => bidi.getMirroredCharacter(character) ?? character;

const splitIntoPieces = (text: string, weight: Weight): Piece[] => {
  const { levels } = bidi.getEmbeddingLevels(text);
  const pieces: Piece[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    if (CONTROL.test(segment)) continue;
    const found = findFont(segment, weight);
    if (!found && EMOJI.test(segment)) continue;
    const level = levels[index]!;
    const isRightToLeft = level % 2 === 1;
    const shown = found ? segment : MISSING;
    const font = found ?? findFont(MISSING, weight)!;
    const character = withoutMissingJoiners(isRightToLeft ? mirror(shown) : shown, font);
    const last = pieces.at(-1);
    if (last?.font !== font || last.level !== level) pieces.push({ text: character, font, level });
    // A font lays out all characters in the direction of its script, digits and punctuation too.
    else if (isRightToLeft !== RIGHT_TO_LEFT.has(font)) last.text = character + last.text;
    else last.text += character;
  }
  return pieces;
};

/** Rule L2 of the bidirectional algorithm (https://unicode.org/reports/tr9/#L2), for pieces instead of characters. */
const inVisualOrder = (pieces: Piece[]): Piece[] => {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    let start = 0;
    while (start < ordered.length) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return ordered;
};

/** Measures a piece. Text that fontkit cannot lay out, such as marks on a base without anchors for them, is omitted. */
const measurePiece = ({ text, font: name }: Piece, { weight, size }: Style): Run => {
  const widthIn = (font: Font) => (font.layout(text).advanceWidth / font.unitsPerEm) * size;
  try {
    return { text, font: name, width: widthIn(loadFont(name)) };
  } catch {
    return measurePiece({ text: MISSING, font: findFont(MISSING, weight)!, level: 0 }, { weight, size });
  }
};

/** Lays out a text in one line. */
export const shapeLine = (text: string, style: Style): Line => {
  const pieces = inVisualOrder(splitIntoPieces(text.normalize('NFC'), style.weight));
  const runs = pieces.map((piece) => measurePiece(piece, style));
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
};
