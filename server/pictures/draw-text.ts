import { loadFont } from '../text/fonts.ts';
import type { Line, Run } from '../text/shape-line.ts';

interface Place {
  /** The font size in pixels. */
  size: number;
  /** Where the text begins, in pixels. */
  x: number;
  /** The baseline, in pixels. */
  y: number;
  /** An SVG color. */
  color: string;
}

const drawRun = ({ text, font: name }: Run, x: number, size: number): string => {
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
  return `<g transform="translate(${x} 0) scale(${scale} ${-scale})">${paths.join('')}</g>`;
};

/** Draws a line of text as outlines in SVG, so that no font has to be installed. */
export const drawSvgText = ({ runs }: Line, { size, x, y, color }: Place): string => {
  let at = 0;
  const drawn = runs.map((run) => {
    const picture = drawRun(run, at, size);
    at += run.width;
    return picture;
  });
  return `<g fill="${color}" transform="translate(${x} ${y})">${drawn.join('')}</g>`;
};
