import { sharp } from './sharp.ts';

/** Paints an SVG picture that the server has drawn as PNG. Never pass one that a user wrote. */
export const paintSvg = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer();
