import type PDFDocument from 'pdfkit';
import { FONT_FILES } from '../text/fonts.ts';

/** A PDF file that is being drawn, with the fonts of `server/text`. */
export type Pdf = InstanceType<typeof PDFDocument>;

interface PdfOptions {
  /** The title that PDF readers show. */
  title: string;
  /** The creation date in the file's metadata, so that the file is the same each time. */
  createdAt: Date;
  layout?: 'portrait' | 'landscape';
}

/** The margin of the page, in points. */
const MARGIN = 56;

/** Creates a PDF file with an empty page of A4. The library is loaded with the first file. */
export const createPdf = async ({ title, createdAt, layout = 'portrait' }: PdfOptions): Promise<Pdf> => {
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: 'A4',
    layout,
    margin: MARGIN,
    font: FONT_FILES['western-regular'],
    lang: 'en',
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt, ModDate: createdAt },
  });
  for (const [name, file] of Object.entries(FONT_FILES)) pdf.registerFont(name, file);
  return pdf;
};

/** The width between the margins of the current page, in points. */
export const widthOf = (pdf: Pdf): number => pdf.page.width - pdf.page.margins.left - pdf.page.margins.right;

/** Finishes a PDF file. @returns its bytes */
export const finishPdf = (pdf: Pdf): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
