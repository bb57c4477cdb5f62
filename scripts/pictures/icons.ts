import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { HEROES } from './heroes.ts';

const FONT = '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2';

const asDataUrl = (type: string, content: Buffer | string): string =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

/** The image for link previews: the harbor, the logo mark and the claim. */
const sharePage = (mark: string): string => {
  const font = asDataUrl('font/woff2', readFileSync(join('node_modules', FONT)));
  const { logoFirst, logoSecond, description } = DEFAULT_BRAND;
  return `<style>
    @font-face { font-family: Brand; src: url(${font}); font-weight: 200 800 }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; font-family: Brand; color: #fff;
      background: #061014 url(${asDataUrl('image/svg+xml', HEROES.departure)}) 72% 50% / cover }
    div { position: absolute; inset: 0; display: grid; align-content: center; gap: 28px; padding: 0 80px;
      background: linear-gradient(to right, #061014, #061014 40%, transparent 78%) }
    h1 { display: flex; align-items: center; gap: 24px; margin: 0; font-size: 84px; letter-spacing: -2px }
    h1 img { width: 96px } b { color: #5cc8d7 } p { margin: 0; max-width: 600px; font-size: 36px; line-height: 1.3; font-weight: 500 }
  </style><div><h1><img src="${asDataUrl('image/svg+xml', mark)}"><span>${logoFirst}<b>${logoSecond}</b></span></h1><p>${description}</p></div>`;
};

const iconPage = (mark: string, size: number, round: boolean): string =>
  `<style>body { margin: 0; ${round ? '' : 'background: #0b5563'} } img { display: block; width: ${size}px }</style>
   <img src="${asDataUrl('image/svg+xml', mark)}">`;

/** Wraps a PNG in an ICO file. */
const asIcon = (png: Buffer, size: number): Buffer => {
  const frame = Buffer.alloc(22);
  frame.writeUInt16LE(1, 2);
  frame.writeUInt16LE(1, 4);
  frame.writeUInt8(size, 6);
  frame.writeUInt8(size, 7);
  frame.writeUInt16LE(1, 10);
  frame.writeUInt16LE(32, 12);
  frame.writeUInt32LE(png.length, 14);
  frame.writeUInt32LE(frame.length, 18);
  return Buffer.concat([frame, png]);
};

/** The bitmap images, icons and link preview, by their path in web/public. */
export const paintIcons = async (mark: string): Promise<Record<string, Buffer>> => {
  const browser = await chromium.launch(chromiumOptions);
  const paint = async (html: string, width: number, height: number): Promise<Buffer> => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    return page.screenshot({ omitBackground: true });
  };
  try {
    return {
      'favicon.ico': asIcon(await paint(iconPage(mark, 48, true), 48, 48), 48),
      'apple-touch-icon.png': await paint(iconPage(mark, 180, false), 180, 180),
      'icon-192.png': await paint(iconPage(mark, 192, false), 192, 192),
      'icon-512.png': await paint(iconPage(mark, 512, false), 512, 512),
      'pictures/share.png': await paint(sharePage(mark), 1200, 630),
    };
  } finally {
    await browser.close();
  }
};
