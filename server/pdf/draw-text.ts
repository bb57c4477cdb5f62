import type { Line, Style } from '../text/shape-line.ts';
import { wrapText } from '../text/wrap-text.ts';
import type { Pdf } from './create-pdf.ts';

/** The height of a line and of its part above the baseline, relative to the font size: those of Noto Sans. */
const LINE_HEIGHT = 1.362;
const ASCENT = 1.069;

interface Place {
  /** Where the text begins, and its width, in points. It begins at the current height of the page. */
  x: number;
  width: number;
  align?: 'left' | 'center' | 'right';
  color: string;
  strike?: boolean;
  /** The address that the text links to. */
  link?: string;
}

const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 };

/** The height of a text in points. */
export const heightOfText = (text: string, style: Style, width: number): number =>
  wrapText(text, style, width).length * style.size * LINE_HEIGHT;

/** Starts a new page if this one has no room for a line of this size. */
export const makeRoomForLine = (pdf: Pdf, size: number): void => {
  const { height, margins } = pdf.page;
  if (pdf.y + size * LINE_HEIGHT <= height - margins.bottom) return;
  pdf.addPage();
  pdf.y = margins.top;
};

const drawLine = (pdf: Pdf, { runs }: Line, left: number, top: number, { size }: Style): void => {
  let x = left;
  for (const run of runs) {
    pdf
      .font(run.font)
      .fontSize(size)
      // Without features, pdfkit would lay out each word alone, which breaks the order of words from right to left.
      .text(run.text, x, top + ASCENT * size, { lineBreak: false, baseline: 'alphabetic', features: [] });
    x += run.width;
  }
  pdf.y = top + size * LINE_HEIGHT;
};

/**
 * Draws a text of any script in as many lines as it needs, from the current position on and across pages, and advances
 * the position.
 */
export const drawText = (
  pdf: Pdf,
  text: string,
  style: Style,
  { x, width, align = 'left', color, strike, link }: Place,
): void => {
  for (const line of wrapText(text, style, width)) {
    makeRoomForLine(pdf, style.size);
    const left = x + (width - line.width) * SHARE_BEFORE[align];
    const top = pdf.y;
    pdf.fillColor(color);
    drawLine(pdf, line, left, top, style);
    if (link) pdf.link(left, top, line.width, pdf.y - top, link);
    if (strike) {
      const middle = top + (style.size * LINE_HEIGHT) / 2;
      pdf.moveTo(left, middle).lineTo(left + line.width, middle);
      pdf
        .lineWidth(Math.max(0.5, style.size / 14))
        .strokeColor(color)
        .stroke();
    }
  }
};
