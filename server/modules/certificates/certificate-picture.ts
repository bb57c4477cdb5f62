import type { Brand } from '#contract/brand.ts';
import { describeCertificate } from '#contract/certificate-text.ts';
import type { Certificate } from '#contract/certificates.ts';
import { drawLogo, layOutLogo } from '../../pictures/draw-logo.ts';
import { drawSvgText } from '../../pictures/draw-text.ts';
import { paintSvg } from '../../pictures/paint.ts';
import { COLORS } from '../../pictures/paper-colors.ts';
import type { Weight } from '../../text/fonts.ts';
import { fitText } from '../../text/wrap-text.ts';

/** The size that social networks expect, in pixels (https://ogp.me/#structured). */
const WIDTH = 1_200;
const HEIGHT = 630;
const EDGE = 40;
const BAR = 16;
const TEXT_WIDTH = WIDTH - 2 * (EDGE + 60);
const LINE_HEIGHT = 1.22;
const RULE = { width: 72, height: 4 };

interface Block {
  text: string;
  weight?: Weight;
  color?: string;
  sizes: readonly [number, ...number[]];
  lines?: number;
  /** Pixels above this block. */
  gap: number;
  struck?: boolean;
}

/** Lays out blocks of centered text from the top down. @returns the SVG, and where the last block ends */
const drawBlocks = (blocks: readonly Block[], top: number): { svg: string; bottom: number } => {
  let y = top;
  const parts: string[] = [];
  for (const { text, weight = 'regular', color = COLORS.text, sizes, lines = 1, gap, struck } of blocks) {
    const fitted = fitText(text, { weight, sizes, width: TEXT_WIDTH, lines });
    y += gap;
    for (const line of fitted.lines) {
      const x = (WIDTH - line.width) / 2;
      parts.push(drawSvgText(line, { size: fitted.size, x, y: y + fitted.size, color }));
      if (struck)
        parts.push(
          `<rect x="${x}" y="${y + fitted.size * 0.66}" width="${line.width}" height="${Math.max(2, fitted.size / 16)}" fill="${color}"/>`,
        );
      y += fitted.size * LINE_HEIGHT;
    }
  }
  return { svg: parts.join(''), bottom: y };
};

/** The site's name in the middle. */
const drawName = (brand: Brand, y: number): string => {
  const line = layOutLogo(brand, [34, 28, 22], TEXT_WIDTH);
  return drawLogo(line, { x: (WIDTH - line.width) / 2, y, accent: brand.accent });
};

/**
 * Paints the picture of a certificate for link previews, as PNG: its student and class, in the brand of the site. A
 * withdrawn certificate says so.
 */
export const createCertificatePicture = async (certificate: Certificate, brand: Brand): Promise<Buffer> => {
  const text = describeCertificate(certificate, brand.company);
  const struck = text.validity !== undefined;
  const color = struck ? COLORS.withdrawn : brand.accent;
  const last: Block = text.validity
    ? { text: text.validity, weight: 'bold', color: COLORS.withdrawn, sizes: [24, 20], lines: 2, gap: 24 }
    : { text: text.issued, sizes: [24, 20], lines: 2, gap: 24 };
  const above = drawBlocks(
    [
      { text: text.heading, weight: 'bold', sizes: [40], gap: 0 },
      { text: text.lead, color: COLORS.muted, sizes: [24], gap: 14, struck },
      { text: text.name, weight: 'bold', sizes: [68, 60, 52, 44, 36], gap: 2, struck },
      { text: text.statement, color: COLORS.muted, sizes: [24], gap: 4, struck },
      { text: text.title, weight: 'bold', sizes: [42, 36, 32, 28], lines: 2, gap: 6, struck },
    ],
    0,
  );
  const below = drawBlocks([last], above.bottom + 24 + RULE.height);
  // The blocks are in the middle of what is left below the logo.
  const logo = EDGE + BAR + 62;
  const top = logo + (HEIGHT - EDGE - logo - below.bottom) / 2;
  return paintSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
      `<rect width="100%" height="100%" fill="${COLORS.ground}"/>` +
      `<rect x="${EDGE}" y="${EDGE}" width="${WIDTH - 2 * EDGE}" height="${HEIGHT - 2 * EDGE}" fill="${COLORS.paper}" stroke="${COLORS.line}" stroke-width="2"/>` +
      `<rect x="${EDGE}" y="${EDGE}" width="${WIDTH - 2 * EDGE}" height="${BAR}" fill="${color}"/>` +
      drawName(brand, logo) +
      `<g transform="translate(0 ${top})">${above.svg}` +
      `<rect x="${(WIDTH - RULE.width) / 2}" y="${above.bottom + 24}" width="${RULE.width}" height="${RULE.height}" fill="${color}"/>${below.svg}</g></svg>`,
  );
};
