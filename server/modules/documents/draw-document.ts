import { toMajorUnits } from '#contract/money.ts';
import { createPdf, finishPdf, type Pdf } from '../../pdf/create-pdf.ts';
import { drawable } from '../../pdf/fonts.ts';
import type { DocumentWithContext } from './documents.repository.ts';

const TITLES = {
  receipt: 'Receipt',
  'credit note': 'Credit note',
  cancellation: 'Cancellation of a credit note',
} as const;

const TEXT = '#1c2b2f';
const MUTED = '#56666b';
const LINE = '#c9d2d4';
/** Distances, in points. */
const GAP = 24;
const LABEL_WIDTH = 110;

const money = (minorUnits: number, currency: string): string =>
  `${toMajorUnits(minorUnits).toLocaleString('en-US', { minimumFractionDigits: 2 })} ${currency.toUpperCase()}`;

const dayOf = (moment: Date): string =>
  moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const leftOf = (pdf: Pdf): number => pdf.page.margins.left;
const widthOf = (pdf: Pdf): number => pdf.page.width - pdf.page.margins.left - pdf.page.margins.right;

/** Draws lines of text downwards from a position. */
const drawLines = (pdf: Pdf, lines: string[], place: { x: number; y: number; width: number }): void => {
  pdf.text(drawable(lines.filter(Boolean).join('\n')), place.x, place.y, { width: place.width });
};

const drawRule = (pdf: Pdf): void => {
  const y = pdf.y + GAP / 3;
  pdf
    .moveTo(leftOf(pdf), y)
    .lineTo(leftOf(pdf) + widthOf(pdf), y)
    .lineWidth(0.75)
    .strokeColor(LINE)
    .stroke();
  pdf.y = y + GAP / 3;
};

/** A label and a value beside it, which may take several lines. */
const drawFact = (pdf: Pdf, label: string, value: string): void => {
  const { y } = pdf;
  const x = leftOf(pdf);
  pdf.fillColor(MUTED).text(label, x, y, { width: LABEL_WIDTH });
  const below = pdf.y;
  pdf.fillColor(TEXT).text(drawable(value), x + LABEL_WIDTH, y, { width: widthOf(pdf) - LABEL_WIDTH });
  pdf.y = Math.max(below, pdf.y) + 2;
};

/** A text at the left, and an amount at the right. */
const drawAmount = (pdf: Pdf, text: string, amount: string): void => {
  const { y } = pdf;
  const x = leftOf(pdf);
  const amountWidth = widthOf(pdf) / 3;
  pdf.text(amount, x + widthOf(pdf) - amountWidth, y, { width: amountWidth, align: 'right' });
  pdf.text(drawable(text), x, y, { width: widthOf(pdf) - amountWidth - GAP });
  pdf.y += 4;
};

const drawHeader = (pdf: Pdf, document: DocumentWithContext): void => {
  const place = { x: leftOf(pdf), width: widthOf(pdf) };
  pdf.font('bold').fontSize(13).fillColor(TEXT);
  drawLines(pdf, [document.sellerName], { ...place, y: pdf.y });
  pdf.font('regular').fontSize(9).fillColor(MUTED);
  drawLines(
    pdf,
    [document.sellerAddress, document.sellerTaxNumber && `Tax number: ${document.sellerTaxNumber}`],
    { ...place, y: pdf.y + 2 },
  );
  pdf
    .font('bold')
    .fontSize(20)
    .fillColor(TEXT)
    .text(`${TITLES[document.kind]} ${document.number}`, leftOf(pdf), pdf.y + GAP, { width: widthOf(pdf) });
  pdf.font('regular').fontSize(10);
  pdf.y += GAP / 2;
};

const drawFacts = (pdf: Pdf, document: DocumentWithContext): void => {
  const buyer = [
    document.buyerName,
    document.buyerAddress,
    document.buyerTaxNumber && `Tax number: ${document.buyerTaxNumber}`,
    document.buyerEmail,
  ];
  drawFact(pdf, 'Date', `${dayOf(document.issuedAt)} (UTC)`);
  if (document.kind !== 'receipt') drawFact(pdf, 'For receipt', document.receiptNumber);
  drawFact(pdf, 'Buyer', buyer.filter(Boolean).join('\n'));
  drawFact(pdf, 'Payment', `Card, ${document.transactionId}`);
  pdf.y += GAP / 2;
};

const drawAmounts = (pdf: Pdf, { currency, gross, tax, taxRate, title }: DocumentWithContext): void => {
  drawRule(pdf);
  drawAmount(pdf, `Online class: ${title}`, money(gross, currency));
  drawRule(pdf);
  if (taxRate > 0) {
    pdf.fillColor(MUTED);
    drawAmount(pdf, 'Net', money(gross - tax, currency));
    drawAmount(pdf, `Tax ${taxRate / 100}%, included`, money(tax, currency));
  }
  pdf.font('bold').fontSize(12).fillColor(TEXT);
  drawAmount(pdf, 'Total', money(gross, currency));
};

/** Draws a document as a PDF file, from nothing but what was stored when it was issued. */
export const drawDocument = async (document: DocumentWithContext): Promise<Buffer> => {
  const pdf = await createPdf({
    title: `${TITLES[document.kind]} ${document.number}`,
    createdAt: document.issuedAt,
  });
  drawHeader(pdf, document);
  drawFacts(pdf, document);
  drawAmounts(pdf, document);
  return finishPdf(pdf);
};
