import { type Line, shapeLine } from '../text/shape-line.ts';
import { drawSvgText } from './draw-text.ts';
import { COLORS } from './paper-colors.ts';

/** The two parts of a logo word. */
interface LogoWord {
  logoFirst: string;
  logoSecond: string;
}

interface LogoLine {
  parts: [Line, Line];
  size: number;
  width: number;
}

/**
 * Lays out the logo word on one line.
 * @param sizes the sizes to try in pixels, the largest first
 * @returns the first one that is not wider than `width`, otherwise the smallest
 */
export const layOutLogo = (
  { logoFirst, logoSecond }: LogoWord,
  sizes: readonly [number, ...number[]],
  width: number,
): LogoLine => {
  const inSize = (size: number): LogoLine => {
    const [first, second] = [logoFirst, logoSecond].map((word) => shapeLine(word, { weight: 'bold', size }));
    return { parts: [first!, second!], size, width: first!.width + second!.width };
  };
  const lines = sizes.map(inSize);
  return lines.find((line) => line.width <= width) ?? lines.at(-1)!;
};

/** Draws the logo word in its two colors, as SVG. */
export const drawLogo = (
  { parts: [first, second], size }: LogoLine,
  { x, y, accent }: { x: number; y: number; accent: string },
): string =>
  drawSvgText(first, { size, x, y, color: COLORS.text }) +
  drawSvgText(second, { size, x: x + first.width, y, color: accent });
