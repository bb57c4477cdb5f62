import { openSync, type Font } from 'fontkit';
import { drawable, FONTS, type FontName } from '../pdf/fonts.ts';

/** A line of text in an SVG picture, as outlines: no font has to be installed. */
interface Line {
  text: string;
  /** Pixels. */
  width: number;
}

interface Style {
  font: FontName;
  /** Pixels. */
  size: number;
}

const loaded = new Map<FontName, Font>();

const loadFont = (name: FontName): Font => {
  const font = loaded.get(name) ?? (openSync(FONTS[name]) as Font);
  loaded.set(name, font);
  return font;
};

const ELLIPSIS = '…';

const measure = (text: string, { font: name, size }: Style): number => {
  const font = loadFont(name);
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
};

/** The longest beginning of a text that is not wider than `width`, at least one character. */
const fitting = (text: string, style: Style, width: number): string => {
  const characters = Array.from(text);
  let least = 1;
  let most = characters.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(characters.slice(0, middle).join(''), style) <= width) least = middle;
    else most = middle - 1;
  }
  return characters.slice(0, least).join('');
};

/** Breaks a text into lines between words, and within words that are wider than a line. */
const breakLines = (text: string, style: Style, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of drawable(text).split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer, style) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (measure(line, style) > width) {
      const part = fitting(line, style, width);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
};

interface Fit {
  font: FontName;
  /** Sizes to try, in pixels, the largest first. */
  sizes: readonly [number, ...number[]];
  /** Pixels. */
  width: number;
  /** The maximum number of lines. */
  lines: number;
}

/** Fits a text into the largest size possible. In the smallest size, the rest is cut off. */
export const fitText = (text: string, { font, sizes, width, lines }: Fit): Style & { lines: Line[] } => {
  let size = sizes[0];
  let broken: string[] = [];
  for (size of sizes) {
    broken = breakLines(text, { font, size }, width);
    if (broken.length <= lines) break;
  }
  const style = { font, size };
  const shown = broken.slice(0, lines);
  if (broken.length > lines)
    shown[lines - 1] = `${fitting(shown[lines - 1]!, style, width - measure(ELLIPSIS, style))}${ELLIPSIS}`;
  return { ...style, lines: shown.map((line) => ({ text: line, width: measure(line, style) })) };
};

interface Place {
  /** Where the text begins, in pixels. */
  x: number;
  /** The baseline, in pixels. */
  y: number;
  /** An SVG color. */
  color: string;
}

/** The outlines of a line of text, as SVG. */
export const drawText = (text: string, { font: name, size }: Style, { x, y, color }: Place): string => {
  const font = loadFont(name);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let pen = 0;
  const paths = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const path = `<path transform="translate(${pen + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
    pen += xAdvance;
    return path;
  });
  return `<g fill="${color}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
};
