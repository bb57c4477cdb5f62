import type { Weight } from './fonts.ts';
import { type Line, shapeLine, type Style } from './shape-line.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const ELLIPSIS = '…';

const measure = (text: string, style: Style): number => shapeLine(text, style).width;

/** The longest prefix of a text that is not wider than `width`, at least one character. */
const fitting = (text: string, style: Style, width: number): string => {
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  let least = 1;
  let most = characters.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(characters.slice(0, middle).join(''), style) <= width) least = middle;
    else most = middle - 1;
  }
  return characters.slice(0, least).join('');
};

/** Breaks a paragraph into lines between words, and within words that are wider than a line. */
const breakParagraph = (text: string, style: Style, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  // A word that consists only of emoji would leave two spaces.
  const words = text.split(/\s+/).filter((word) => shapeLine(word, style).runs.length > 0);
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer, style) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (measure(line, style) > width) {
      const part = fitting(line, style, width);
      if (part === line) break;
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
};

const breakLines = (text: string, style: Style, width: number): string[] =>
  text.split('\n').flatMap((paragraph) => breakParagraph(paragraph, style, width));

/** Breaks a text into lines that are not wider than `width`, at its line breaks and where it has to be. */
export const wrapText = (text: string, style: Style, width: number): Line[] =>
  breakLines(text, style, width).map((line) => shapeLine(line, style));

interface Fit {
  weight: Weight;
  /** Sizes to try, the largest first. */
  sizes: readonly [number, ...number[]];
  width: number;
  /** The maximum number of lines. */
  lines: number;
}

/** Fits a text into the largest size possible. In the smallest size, the rest is cut off. */
export const fitText = (text: string, { weight, sizes, width, lines }: Fit): Style & { lines: Line[] } => {
  let size = sizes[0];
  let broken: string[] = [];
  for (size of sizes) {
    broken = breakLines(text, { weight, size }, width);
    if (broken.length <= lines) break;
  }
  const style = { weight, size };
  const shown = broken.slice(0, lines);
  if (broken.length > lines)
    shown[lines - 1] = `${fitting(shown[lines - 1]!, style, width - measure(ELLIPSIS, style))}${ELLIPSIS}`;
  return { ...style, lines: shown.map((line) => shapeLine(line, style)) };
};
