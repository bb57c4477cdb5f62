// Runs in Chromium for encode-film.ts. The page's fragment is the name of the film.
import { FILMS } from './films.ts';
import { drawFrame, HEIGHT, WIDTH } from './stage.ts';

const FONT =
  '/node_modules/@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2';

const film = FILMS[location.hash.slice(1)]!;
const font = new FontFace('Film', `url(${FONT})`, { weight: '200 800' });
document.fonts.add(await font.load());
const canvas = document.createElement('canvas');
[canvas.width, canvas.height] = [WIDTH, HEIGHT];
const context = canvas.getContext('2d', { willReadFrequently: true })!;

/** Draws the frame at a time, in seconds. @returns it as PNG in Base64 */
const drawPng = (time: number): string => {
  drawFrame(context, film, time);
  return canvas.toDataURL().split(',')[1]!;
};

Object.assign(globalThis, { drawPng });
