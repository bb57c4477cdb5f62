import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { drawFrames, type DrawnVideo } from '../scripts/videos/encode.ts';
import { type Frame, muxWebm } from '../scripts/videos/webm.ts';
import { median, percentile, round, type Section } from './support/report.ts';
import { serveVideo, type ServedVideo } from './support/served-video.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 200 * MEGABYTE;
/** Positions to which the viewer seeks, one after the other. */
const SEEKS = 60;

const PART_SECONDS = 10;
/** A part that compresses badly, so that it has the size of a filmed video. */
const NOISE: DrawnVideo = {
  width: 1280,
  height: 720,
  rate: 25,
  bitrate: 4_000_000,
  scenes: [
    {
      seconds: PART_SECONDS,
      says: '',
      draw: (canvas) => {
        for (let index = 0; index < 400; index += 1) {
          canvas.fillStyle = `hsl(${Math.random() * 360} 60% ${Math.random() * 100}%)`;
          canvas.fillRect(Math.random() * 1280, Math.random() * 720, 40, 40);
        }
      },
    },
  ],
};

/** A video that repeats the noise. @returns the file, and its length in seconds */
const makeVideo = async (): Promise<{ content: Buffer; seconds: number }> => {
  const part = await drawFrames(NOISE);
  const partBytes = part.reduce((sum, { data }) => sum + data.length, 0);
  const repeats = Math.ceil(SIZE / partBytes);
  const seconds = repeats * PART_SECONDS;
  const frames = Array.from({ length: repeats }, (_, index) =>
    part.map((frame): Frame => ({ ...frame, time: frame.time + index * PART_SECONDS * 1_000 })),
  ).flat();
  return { content: muxWebm({ ...NOISE, duration: seconds * 1_000, frames }), seconds };
};

/** A page with nothing but a video. */
const openVideo = async (browser: Browser, { origin, path }: ServedVideo['ours']): Promise<Page> => {
  const page = await browser.newPage();
  // Any page of the same origin that may show videos.
  await page.goto(`${origin}/contacts`, { waitUntil: 'networkidle' });
  await page.evaluate(async (source) => {
    const video = document.createElement('video');
    video.src = source;
    document.body.replaceChildren(video);
    await new Promise((resolve, reject) => {
      video.addEventListener('canplay', resolve, { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
    });
  }, path);
  return page;
};

/** Seeks. @returns milliseconds until the picture of the new position is shown */
const seek = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(async (position) => {
    const video = document.querySelector('video')!;
    const start = performance.now();
    video.currentTime = position;
    await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    return performance.now() - start;
  }, seconds);

/** How long a viewer waits after seeking in a video, in a browser, against nginx that serves the same file. */
export const measureSeeking = async (): Promise<Section> => {
  const { content, seconds } = await makeVideo();
  const video = await serveVideo(content, 'film.webm');
  const browser = await chromium.launch(chromiumOptions);
  try {
    const pages = {
      ours: await openVideo(browser, video.ours),
      bare: await openVideo(browser, video.bare),
    };
    const times: Record<keyof typeof pages, number[]> = { ours: [], bare: [] };
    for (let index = 1; index <= SEEKS; index += 1) {
      // A step that has no common divisor with the number of seeks visits all positions in no order.
      const position = ((index * 23) % SEEKS) * (seconds / SEEKS) + 1;
      const order = index % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
      for (const which of order) times[which].push(await seek(pages[which], position));
    }
    const row = (part: string, of: (numbers: number[]) => number): string[] => [
      part,
      round(of(times.ours), 1),
      round(of(times.bare), 1),
      round(of(times.ours) / of(times.bare), 2),
    ];
    return {
      title: 'Seeking in a player',
      note: `Chromium seeks to ${SEEKS} positions of an uploaded video of ${SIZE / MEGABYTE} MB and ${Math.round(seconds / 60)} minutes, through a student's signed link, and in turn in the same file that Debian's nginx serves without authorization. Milliseconds until the picture of the new position is shown.`,
      columns: ['', 'ClassHarbor', 'nginx', 'ratio'],
      rows: [row('median', median), row('p95', (numbers) => percentile(numbers, 0.95))],
    };
  } finally {
    await browser.close();
    await video.close();
  }
};
