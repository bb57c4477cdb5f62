import { formatLongUtcDate } from '#contract/format-date.ts';
import { formatNumber } from '#contract/format-number.ts';
import { decimalsOf, chargedToMajor } from '#contract/charged-amounts.ts';
import { toPercent } from '#contract/tax-rate.ts';
import { createPdf, finishPdf, type Pdf, widthOf } from '../../pdf/create-pdf.ts';
import { drawText, makeRoomForLine } from '../../pdf/draw-text.ts';
import { COLORS } from '../../pictures/paper-colors.ts';
import type { Style } from '../../text/shape-line.ts';
import type { DocumentWithContext } from './documents.repository.ts';

const TITLES = {
  receipt: 'Receipt',
  'credit note': 'Credit note',
  cancellation: 'Cancellation of a credit note',
} as const;

/** Distances, in points. */
const GAP = 24;
const LABEL_WIDTH = 110;

const money = (minorUnits: number, currency: string): string => {
  const amount = formatNumber(chargedToMajor(minorUnits, currency), decimalsOf(currency));
  return `${amount} ${currency.toUpperCase()}`;
};

const leftOf = (pdf: Pdf): number => pdf.page.margins.left;

const SMALL = { weight: 'regular', size: 9 } as const;
const NORMAL = { weight: 'regular', size: 10 } as const;
const TOTAL = { weight: 'bold', size: 12 } as const;

/** Draws the lines that are not empty, over the whole width. */
const drawLines = (pdf: Pdf, lines: (string | false)[], style: Style, color: string): void =>
  drawText(pdf, lines.filter(Boolean).join('\n'), style, { x: leftOf(pdf), width: widthOf(pdf), color });

const drawRule = (pdf: Pdf): void => {
  const y = pdf.y + GAP / 3;
  pdf
    .moveTo(leftOf(pdf), y)
    .lineTo(leftOf(pdf) + widthOf(pdf), y)
    .lineWidth(0.75)
    .strokeColor(COLORS.line)
    .stroke();
  pdf.y = y + GAP / 3;
};

/** Draws two texts side by side, which begin on the same page. Each may take several lines. */
const drawBeside = (pdf: Pdf, { size }: Style, drawLeft: () => void, drawRight: () => void): void => {
  makeRoomForLine(pdf, size);
  const { y, page } = pdf;
  drawLeft();
  const below = pdf.y;
  if (pdf.page === page) pdf.y = y;
  drawRight();
  if (pdf.page === page) pdf.y = Math.max(below, pdf.y);
};

/** A label, and a value beside it. */
const drawFact = (pdf: Pdf, label: string, value: string): void => {
  const x = leftOf(pdf);
  const beside = { x: x + LABEL_WIDTH, width: widthOf(pdf) - LABEL_WIDTH };
  drawBeside(
    pdf,
    NORMAL,
    () => drawText(pdf, label, NORMAL, { x, width: LABEL_WIDTH, color: COLORS.muted }),
    () => drawText(pdf, value, NORMAL, { ...beside, color: COLORS.text }),
  );
  pdf.y += 2;
};

/** A text at the left, and an amount at the right. */
const drawAmount = (
  pdf: Pdf,
  text: string,
  amount: string,
  style: Style,
  color: string = COLORS.text,
): void => {
  const x = leftOf(pdf);
  const width = widthOf(pdf) / 3;
  drawBeside(
    pdf,
    style,
    () => drawText(pdf, text, style, { x, width: widthOf(pdf) - width - GAP, color }),
    () => drawText(pdf, amount, style, { x: x + widthOf(pdf) - width, width, align: 'right', color }),
  );
  pdf.y += 4;
};

const drawHeader = (pdf: Pdf, document: DocumentWithContext): void => {
  drawLines(pdf, [document.sellerName], { weight: 'bold', size: 13 }, COLORS.text);
  pdf.y += 2;
  const taxNumber = document.sellerTaxNumber && `Tax number: ${document.sellerTaxNumber}`;
  drawLines(pdf, [document.sellerAddress, taxNumber], SMALL, COLORS.muted);
  pdf.y += GAP;
  drawLines(pdf, [`${TITLES[document.kind]} ${document.number}`], { weight: 'bold', size: 20 }, COLORS.text);
  pdf.y += GAP / 2;
};

const drawFacts = (pdf: Pdf, document: DocumentWithContext): void => {
  const buyer = [
    document.buyerName,
    document.buyerAddress,
    document.buyerTaxNumber && `Tax number: ${document.buyerTaxNumber}`,
    document.buyerEmail,
  ];
  drawFact(pdf, 'Date', `${formatLongUtcDate(document.issuedAt)} (UTC)`);
  if (document.kind !== 'receipt') drawFact(pdf, 'For receipt', document.receiptNumber);
  drawFact(pdf, 'Buyer', buyer.filter(Boolean).join('\n'));
  drawFact(pdf, 'Payment', `Card, ${document.transactionId}`);
  pdf.y += GAP / 2;
};

const drawAmounts = (pdf: Pdf, { currency, gross, tax, taxRate, title }: DocumentWithContext): void => {
  drawRule(pdf);
  drawAmount(pdf, `Online class: ${title}`, money(gross, currency), NORMAL);
  drawRule(pdf);
  if (taxRate > 0) {
    drawAmount(pdf, 'Net', money(gross - tax, currency), NORMAL, COLORS.muted);
    drawAmount(pdf, `Tax ${toPercent(taxRate)}%, included`, money(tax, currency), NORMAL, COLORS.muted);
  }
  drawAmount(pdf, 'Total', money(gross, currency), TOTAL);
};

/** Draws a document as a PDF file, from nothing but what was stored when it was issued. */
export const createDocumentPdf = async (document: DocumentWithContext): Promise<Buffer> => {
  const pdf = await createPdf({
    title: `${TITLES[document.kind]} ${document.number}`,
    createdAt: document.issuedAt,
  });
  drawHeader(pdf, document);
  drawFacts(pdf, document);
  drawAmounts(pdf, document);
  return finishPdf(pdf);
};
