import type { Brand } from '#contract/brand.ts';
import { drawLogo, layOutLogo } from '../../pictures/draw-logo.ts';
import { drawSvgText } from '../../pictures/draw-text.ts';
import { paintSvg } from '../../pictures/paint.ts';
import { COLORS } from '../../pictures/paper-colors.ts';
import { fitText } from '../../text/wrap-text.ts';

/** The size that social networks expect, in pixels (https://ogp.me/#structured). */
const WIDTH = 1_200;
const HEIGHT = 630;
const EDGE = 80;
const BAR = 16;
const TEXT_WIDTH = WIDTH - 2 * EDGE;
const LINE_HEIGHT = 1.35;
const GAP = 36;

/** Paints a site's picture for link previews, as PNG: its name and what it is about. */
export const createSharePicture = (brand: Brand): Promise<Buffer> => {
  const name = layOutLogo(brand, [104, 84, 68, 52, 40, 30, 22], TEXT_WIDTH);
  const about = fitText(brand.description, {
    weight: 'regular',
    sizes: [40, 34, 28],
    width: TEXT_WIDTH,
    lines: 5,
  });
  const step = about.size * LINE_HEIGHT;
  const top = (HEIGHT - BAR - name.size - GAP - about.lines.length * step) / 2;
  const lines = about.lines.map((line, index) =>
    drawSvgText(line, {
      size: about.size,
      x: EDGE,
      y: top + name.size + GAP + index * step + about.size,
      color: COLORS.muted,
    }),
  );
  return paintSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
      `<rect width="100%" height="100%" fill="${COLORS.ground}"/>` +
      `<rect y="${HEIGHT - BAR}" width="100%" height="${BAR}" fill="${brand.accent}"/>` +
      drawLogo(name, { x: EDGE, y: top + name.size, accent: brand.accent }) +
      `${lines.join('')}</svg>`,
  );
};
