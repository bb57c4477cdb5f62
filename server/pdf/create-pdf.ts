import { join } from 'node:path';
import type PDFDocument from 'pdfkit';
import { PROJECT_ROOT } from '../project-root.ts';

/** A PDF file that is being drawn, with the fonts `regular` and `bold`. */
export type Pdf = InstanceType<typeof PDFDocument>;

/** `npm run fonts` creates them: Latin, Greek and Cyrillic letters. */
const FONTS = join(PROJECT_ROOT, 'server/pdf/fonts');
const REGULAR = join(FONTS, 'noto-sans-regular.ttf');
const BOLD = join(FONTS, 'noto-sans-bold.ttf');

/** Points. */
const MARGIN = 56;

/** What the fonts lack: other scripts, emoji, and characters that show nothing. */
const NOT_DRAWABLE =
  /[^\n -~\u00a0-\u024f\u02b0-\u03ff\u0400-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u203a\u20a0-\u20c0\u2116-\u2122]/gu;

/** A text as the fonts can show it: a question mark stands for each character that they lack. */
export const drawable = (text: string): string => text.normalize('NFC').replace(NOT_DRAWABLE, '?');

/**
 * Creates a PDF file with an empty page of A4. The library is loaded with the first file.
 * @param title what readers show as the name of the window
 * @param createdAt what the file says about itself, so that it is the same whenever it is drawn
 */
export const createPdf = async (title: string, createdAt: Date): Promise<Pdf> => {
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: 'A4',
    margin: MARGIN,
    font: REGULAR,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt, ModDate: createdAt },
  });
  pdf.registerFont('regular', REGULAR);
  pdf.registerFont('bold', BOLD);
  return pdf;
};

/** Finishes a PDF file. @returns its bytes */
export const finishPdf = (pdf: Pdf): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
