import { type Brand, siteName } from '#contract/brand.ts';
import { type CertificateText, describeCertificate, verificationOf } from '#contract/certificate-text.ts';
import type { Certificate } from '#contract/certificates.ts';
import { certificatePage } from '#contract/pages.ts';
import { createPdf, finishPdf, type Pdf, widthOf } from '../../pdf/create-pdf.ts';
import { drawText, heightOfText } from '../../pdf/draw-text.ts';
import { COLORS } from '../../pictures/paper-colors.ts';
import type { Weight } from '../../text/fonts.ts';
import { shapeLine } from '../../text/shape-line.ts';

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
  weight?: Weight;
  color?: string;
  size: number;
  least?: number;
  height?: number;
  /** What follows the block: a distance, or the rule. */
  gap: number | 'rule';
  strike?: boolean;
}

const heightOf = (pdf: Pdf, { text, weight = 'regular' }: Block, size: number): number =>
  heightOfText(text, { weight, size }, widthOf(pdf));

const fitBlock = (pdf: Pdf, block: Block): Block & { height: number } => {
  const { least = block.size, height: limit = Infinity } = block;
  let { size } = block;
  while (size > least && heightOf(pdf, block, size) > limit) size -= STEP;
  return { ...block, size, height: heightOf(pdf, block, size) };
};

const spaceAfter = ({ gap }: Block): number => (gap === 'rule' ? RULE.height + 2 * RULE.gap : gap);

/** The width between the margins, in whose middle all texts are. */
const centered = (pdf: Pdf) => ({ x: pdf.page.margins.left, width: widthOf(pdf), align: 'center' }) as const;

const drawBlock = (pdf: Pdf, { text, weight = 'regular', color = COLORS.text, size, strike }: Block): void =>
  drawText(pdf, text, { weight, size }, { ...centered(pdf), color, strike });

/** Draws blocks one below the other, in the middle of the space for them. */
const drawBlocks = (pdf: Pdf, blocks: Block[], ruleColor: string): void => {
  const fitted = blocks.map((block) => fitBlock(pdf, block));
  const total = fitted.reduce((sum, block) => sum + block.height + spaceAfter(block), 0);
  const { width, height } = pdf.page;
  let y = SPACE.top + Math.max(0, (height - SPACE.bottom - SPACE.top - total) / 2);
  for (const block of fitted) {
    pdf.y = y;
    drawBlock(pdf, block);
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
  const style = { weight: 'bold', size: 16 } as const;
  const [first, second] = [shapeLine(logoFirst, style).width, shapeLine(logoSecond, style).width];
  const x = (pdf.page.width - first - second) / 2;
  pdf.y = LOGO;
  drawText(pdf, logoFirst, style, { x, width: first, color: COLORS.text });
  pdf.y = LOGO;
  drawText(pdf, logoSecond, style, { x: x + first, width: second, color: accent });
};

/** The code, and where it can be verified, at the bottom of the page. */
const drawProof = (pdf: Pdf, text: CertificateText, address: string): void => {
  const place = { ...centered(pdf), color: COLORS.muted };
  const style = { weight: 'regular', size: 9 } as const;
  pdf.y = pdf.page.height - SPACE.bottom + 8;
  drawText(pdf, text.code, style, place);
  pdf.y += 2;
  drawText(pdf, verificationOf(address), style, { ...place, link: address });
};

const blocksOf = (text: CertificateText): Block[] => {
  const strike = text.validity !== undefined;
  const small = { color: COLORS.muted, size: 13, strike };
  const fact = { size: 12, least: 10, height: 34, gap: 5, strike };
  return [
    { text: text.heading, weight: 'bold', size: 28, gap: 14 },
    ...(text.validity
      ? [{ text: text.validity, weight: 'bold', color: COLORS.withdrawn, size: 13, gap: 12 } as const]
      : []),
    { ...small, text: text.lead, gap: 6 },
    { text: text.name, weight: 'bold', size: 42, least: 18, height: 60, gap: 6, strike },
    { ...small, text: text.statement, gap: 6 },
    { text: text.title, weight: 'bold', size: 24, least: 14, height: 68, gap: 'rule', strike },
    ...(text.teacher ? [{ ...fact, text: text.teacher }] : []),
    { ...fact, text: text.completion },
    { ...fact, text: text.issued, gap: 0 },
  ];
};

/**
 * Draws a certificate as a PDF file: the text of its page, in the brand of the site. One that was withdrawn says so.
 * @param baseUrl the public URL of the site, where the certificate can be verified
 */
export const createCertificatePdf = async (
  certificate: Certificate,
  brand: Brand,
  baseUrl: string,
): Promise<Buffer> => {
  const text = describeCertificate(certificate, brand.company);
  const color = text.validity === undefined ? brand.accent : COLORS.withdrawn;
  const pdf = await createPdf({
    title: `${text.heading}: ${text.name}, ${siteName(brand)}`,
    createdAt: new Date(certificate.issuedAt),
    layout: 'landscape',
  });
  drawFrame(pdf, color);
  drawLogo(pdf, brand);
  drawBlocks(pdf, blocksOf(text), color);
  drawProof(pdf, text, `${baseUrl}${certificatePage(certificate.code)}`);
  return finishPdf(pdf);
};
