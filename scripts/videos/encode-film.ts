import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import type { Film } from './stage.ts';

/** Frames per second. */
const RATE = 25;
/** Seconds between key frames, to which players seek. */
const KEY_INTERVAL = 5;
/** The number of frames that are captured from the page at a time. */
const BATCH = 25;
const ORIGIN = 'http://localhost';

/** The interface of film-page.ts. */
interface FilmPage {
  drawPng: (time: number) => string;
}

/** Serves the modules of this folder to the page, without their types. */
const openFilm = async (page: Page, name: string): Promise<void> => {
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    const content = await readFile(join(PROJECT_ROOT, path));
    if (!path.endsWith('.ts')) return route.fulfill({ body: content });
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(content.toString()) });
  });
  await page.goto(`${ORIGIN}/#${name}`);
  await page.addScriptTag({ type: 'module', url: '/scripts/videos/film-page.ts' });
  await page.waitForFunction('globalThis.drawPng');
};

const drawPngs = (page: Page, times: readonly number[]): Promise<Buffer[]> =>
  page
    .evaluate(async (asked) => {
      const drawn: string[] = [];
      for (const time of asked) drawn.push((globalThis as unknown as FilmPage).drawPng(time));
      return drawn;
    }, times)
    .then((drawn) => drawn.map((png) => Buffer.from(png, 'base64')));

/** H.264, which every browser plays, with the index first, so that players can seek by Range requests. */
const encoderOptions = (path: string): string[] => [
  ...['-f', 'image2pipe', '-c:v', 'png', '-r', String(RATE), '-i', '-'],
  ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
  ...['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryslow', '-tune', 'animation', '-crf', '31'],
  ...['-g', String(RATE * KEY_INTERVAL), '-movflags', '+faststart', '-fflags', '+bitexact', '-y', path],
];

/**
 * Draws a film frame by frame in Chromium and encodes it with ffmpeg (Debian's package of that name).
 * @param name as in `FILMS`
 * @param path of the MP4 file
 * @returns the poster as PNG
 * @throws Error if ffmpeg is missing or fails
 */
export const encodeFilm = async (name: string, film: Film, path: string): Promise<Buffer> => {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage();
    await openFilm(page, name);
    const encoder = spawn('ffmpeg', ['-loglevel', 'error', ...encoderOptions(path)], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const ended = once(encoder, 'exit') as Promise<[number]>;
    const frames = film.scenes.reduce((sum, { seconds }) => sum + seconds, 0) * RATE;
    for (let frame = 0; frame < frames; frame += BATCH) {
      const times = Array.from({ length: Math.min(BATCH, frames - frame) }, (_, at) => (frame + at) / RATE);
      for (const png of await drawPngs(page, times))
        if (!encoder.stdin.write(png)) await Promise.race([once(encoder.stdin, 'drain'), ended]);
    }
    encoder.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    return (await drawPngs(page, [film.poster]))[0]!;
  } finally {
    await browser.close();
  }
};
