import { chromium } from '@playwright/test';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { type Frame, muxWebm } from './webm.ts';

/** A scene of a video. `draw` runs in the browser, so it can only use its arguments. */
export interface Scene {
  seconds: number;
  /** The spoken text, which becomes the caption. */
  says: string;
  /** @param at from 0 at the beginning of the scene to 1 at its end */
  draw: (canvas: CanvasRenderingContext2D, at: number) => void;
}

export interface DrawnVideo {
  width: number;
  height: number;
  /** Frames per second. */
  rate: number;
  /** Bits per second. The default suffices for drawings. */
  bitrate?: number;
  scenes: readonly Scene[];
}

/** Encoding needs a page in a secure context; nothing is requested. */
const PAGE = 'http://localhost/';
/** Seconds between key frames, to which players seek. */
const KEY_INTERVAL = 2;

type Sent = Omit<DrawnVideo, 'scenes'> & {
  scenes: { frames: number }[];
  keyInterval: number;
};

/** Runs in the browser: draws every frame and encodes it as VP9. */
const encodeFrames = async ({ width, height, rate, bitrate = 200_000, scenes, keyInterval }: Sent) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')! as unknown as CanvasRenderingContext2D;
  const { draws } = globalThis as unknown as { draws: Scene['draw'][] };
  const encoded: { time: number; isKey: boolean; data: number[] }[] = [];
  let failure: Error | undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      encoded.push({
        time: Math.round(chunk.timestamp / 1_000),
        isKey: chunk.type === 'key',
        data: [...data],
      });
    },
    error: (error) => (failure = error),
  });
  encoder.configure({ codec: 'vp09.00.10.08', width, height, bitrate, framerate: rate });
  let frame = 0;
  for (const [index, { frames }] of scenes.entries()) {
    const paint = draws[index]!;
    for (let at = 0; at < frames; at += 1) {
      context.save();
      paint(context, at / Math.max(1, frames - 1));
      context.restore();
      const image = new VideoFrame(canvas, { timestamp: (frame * 1_000_000) / rate });
      encoder.encode(image, { keyFrame: frame % (rate * keyInterval) === 0 });
      image.close();
      frame += 1;
    }
  }
  await encoder.flush();
  if (failure) throw failure;
  return encoded;
};

/** Draws a video in Chromium and encodes it frame by frame instead of in real time, so that the result is deterministic. */
export const drawFrames = async ({ scenes, ...video }: DrawnVideo): Promise<Frame[]> => {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage();
    await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(PAGE);
    const drawn = scenes.map(({ seconds }) => ({ frames: seconds * video.rate }));
    await page.evaluate(`globalThis.draws = [${scenes.map(({ draw }) => draw.toString()).join()}]`);
    const encoded = await page.evaluate(encodeFrames, { ...video, scenes: drawn, keyInterval: KEY_INTERVAL });
    return encoded.map(({ data, ...frame }): Frame => ({ ...frame, data: Uint8Array.from(data) }));
  } finally {
    await browser.close();
  }
};

/** Draws a video and writes it as WebM. */
export const encodeVideo = async (video: DrawnVideo): Promise<Buffer> => {
  const seconds = video.scenes.reduce((sum, scene) => sum + scene.seconds, 0);
  return muxWebm({ ...video, duration: seconds * 1_000, frames: await drawFrames(video) });
};

const timeOf = (seconds: number): string => {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}.000`;
};

/** The captions of a video, as WebVTT. */
export const captionsOf = (scenes: readonly Pick<Scene, 'seconds' | 'says'>[]): string => {
  let start = 0;
  const cues = scenes.map(({ seconds, says }) => {
    const cue = `${timeOf(start)} --> ${timeOf(start + seconds)}\n${says}\n`;
    start += seconds;
    return cue;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
};
