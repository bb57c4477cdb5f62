import { type Brand, siteName } from '#contract/brand.ts';
import { type CertificateText, describeCertificate, verificationOf } from '#contract/certificate-text.ts';
import type { Certificate } from '#contract/certificates.ts';
import { certificatePage } from '#contract/pages.ts';
import { createPdf, finishPdf, type Pdf } from '../../pdf/create-pdf.ts';
import { drawable, type FontName } from '../../pdf/fonts.ts';
import { COLORS } from './certificate-colors.ts';

/** The distances and sizes of the page, in points. */
const EDGE = 28;
const BAR = 8;
const RULE = { width: 56, height: 2, gap: 18 };
const LOGO = EDGE + BAR + 26;
/** The space for the text, as distances from the top and from the bottom of the page. */
const SPACE = { top: LOGO + 34, bottom: EDGE + 80 };
/** The step between two font sizes that are tried. */
const STEP = 2;

/** A centered text, in the largest size in which it is not higher than `height`. Sizes and distances are in points. */
interface Block {
  text: string;
  font?: FontName;
  color?: string;
  size: number;
  least?: number;
  height?: number;
  /** What follows the block: a distance, or the rule. */
  gap: number | 'rule';
  strike?: boolean;
}

const widthOf = (pdf: Pdf): number => pdf.page.width - pdf.page.margins.left - pdf.page.margins.right;

const heightOf = (pdf: Pdf, { text, font = 'regular' }: Block, size: number): number =>
  pdf
    .font(font)
    .fontSize(size)
    .heightOfString(drawable(text), { width: widthOf(pdf), align: 'center' });

const fitBlock = (pdf: Pdf, block: Block): Block & { height: number } => {
  const { least = block.size, height: limit = Infinity } = block;
  let { size } = block;
  while (size > least && heightOf(pdf, block, size) > limit) size -= STEP;
  return { ...block, size, height: heightOf(pdf, block, size) };
};

const spaceAfter = ({ gap }: Block): number => (gap === 'rule' ? RULE.height + 2 * RULE.gap : gap);

const drawLine = (pdf: Pdf, { text, font = 'regular', color = COLORS.text, size, strike }: Block): void => {
  pdf
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(drawable(text), pdf.page.margins.left, pdf.y, { width: widthOf(pdf), align: 'center', strike });
};

/** Draws blocks one below the other, in the middle of the space for them. */
const drawBlocks = (pdf: Pdf, blocks: Block[], ruleColor: string): void => {
  const fitted = blocks.map((block) => fitBlock(pdf, block));
  const total = fitted.reduce((sum, block) => sum + block.height + spaceAfter(block), 0);
  const { width, height } = pdf.page;
  let y = SPACE.top + Math.max(0, (height - SPACE.bottom - SPACE.top - total) / 2);
  for (const block of fitted) {
    pdf.y = y;
    drawLine(pdf, block);
    y += block.height;
    if (block.gap === 'rule')
      pdf.rect((width - RULE.width) / 2, y + RULE.gap, RULE.width, RULE.height).fill(ruleColor);
    y += spaceAfter(block);
  }
};

const drawFrame = (pdf: Pdf, color: string): void => {
  const { width, height } = pdf.page;
  pdf
    .rect(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE)
    .lineWidth(0.75)
    .strokeColor(COLORS.line)
    .stroke();
  pdf.rect(EDGE, EDGE, width - 2 * EDGE, BAR).fill(color);
};

/** The site's name in the two colors of its logo word. */
const drawLogo = (pdf: Pdf, { logoFirst, logoSecond, accent }: Brand): void => {
  pdf.font('bold').fontSize(16);
  const [first, second] = [drawable(logoFirst), drawable(logoSecond)];
  const x = (pdf.page.width - pdf.widthOfString(first) - pdf.widthOfString(second)) / 2;
  pdf.fillColor(COLORS.text).text(first, x, LOGO, { lineBreak: false });
  pdf.fillColor(accent).text(second, x + pdf.widthOfString(first), LOGO, { lineBreak: false });
};

/** The code, and where it can be verified, at the bottom of the page. */
const drawProof = (pdf: Pdf, text: CertificateText, address: string): void => {
  const place = { width: widthOf(pdf), align: 'center' } as const;
  const { left } = pdf.page.margins;
  pdf.font('regular').fontSize(9).fillColor(COLORS.muted);
  pdf.text(text.code, left, pdf.page.height - SPACE.bottom + 8, place);
  pdf.text(verificationOf(address), left, pdf.y + 2, { ...place, link: address });
};

const blocksOf = (text: CertificateText): Block[] => {
  const strike = text.validity !== undefined;
  const small = { color: COLORS.muted, size: 13, strike };
  const fact = { size: 12, least: 10, height: 34, gap: 5, strike };
  return [
    { text: text.heading, font: 'bold', size: 28, gap: 14 },
    ...(text.validity
      ? [{ text: text.validity, font: 'bold', color: COLORS.withdrawn, size: 13, gap: 12 } as const]
      : []),
    { ...small, text: text.lead, gap: 6 },
    { text: text.name, font: 'bold', size: 42, least: 18, height: 60, gap: 6, strike },
    { ...small, text: text.statement, gap: 6 },
    { text: text.title, font: 'bold', size: 24, least: 14, height: 68, gap: 'rule', strike },
    ...(text.teacher ? [{ ...fact, text: text.teacher }] : []),
    { ...fact, text: text.completion },
    { ...fact, text: text.issued, gap: 0 },
  ];
};

/**
 * Draws a certificate as a PDF file: the text of its page, in the brand of the site. One that was withdrawn says so.
 * @param baseUrl the public URL of the site, where the certificate can be verified
 */
export const drawCertificate = async (
  certificate: Certificate,
  brand: Brand,
  baseUrl: string,
): Promise<Buffer> => {
  const text = describeCertificate(certificate, brand.company);
  const color = text.validity === undefined ? brand.accent : COLORS.withdrawn;
  const pdf = await createPdf({
    title: drawable(`${text.heading}: ${text.name}, ${siteName(brand)}`),
    createdAt: new Date(certificate.issuedAt),
    layout: 'landscape',
  });
  drawFrame(pdf, color);
  drawLogo(pdf, brand);
  drawBlocks(pdf, blocksOf(text), color);
  drawProof(pdf, text, `${baseUrl}${certificatePage(certificate.code)}`);
  return finishPdf(pdf);
};
