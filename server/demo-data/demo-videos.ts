import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureUrl } from '../../contract/picture-url.ts';
import { PROJECT_ROOT } from '../project-root.ts';

/** The videos of the demo, drawn by `npm run videos`: NAME.mp4, NAME.en.vtt and NAME.WIDTH.webp. */
export const DEMO_VIDEOS = join(PROJECT_ROOT, 'server/demo-data/videos');

/** The size in which `npm run videos` draws posters. */
const POSTER = { width: 1_280, height: 720 };

interface DemoFile {
  /** Derived from the content, so that every demo has the same id. */
  id: string;
  purpose: 'video' | 'captions';
  name: string;
  /** The media type. */
  type: string;
  content: Buffer;
}

export interface DemoVideo {
  video: DemoFile;
  captions: DemoFile;
  poster: {
    hash: string;
    width: number;
    height: number;
    address: string;
    files: { width: number; content: Buffer }[];
  };
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** A UUID of version 8 (RFC 9562), whose bits are our own. */
const idOf = (content: Buffer): string => {
  const hash = hashOf(content);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
};

const fileOf = (name: string, purpose: DemoFile['purpose'], type: string): DemoFile => {
  const content = readFileSync(join(DEMO_VIDEOS, name));
  return { id: idOf(content), purpose, name, type, content };
};

/** A drawn video of the demo with its captions and its poster. @throws Error if it was not drawn */
export const readDemoVideo = (name: string): DemoVideo => {
  const widths = readdirSync(DEMO_VIDEOS).flatMap((file) => {
    const [of, width, extension] = file.split('.');
    return of === name && extension === 'webp' ? [Number(width)] : [];
  });
  const files = widths
    .sort((one, other) => one - other)
    .map((width) => ({ width, content: readFileSync(join(DEMO_VIDEOS, `${name}.${width}.webp`)) }));
  // The hash of the widest picture, as for uploaded pictures.
  const hash = hashOf(files.at(-1)!.content).slice(0, 32);
  return {
    video: fileOf(`${name}.mp4`, 'video', 'video/mp4'),
    captions: fileOf(`${name}.en.vtt`, 'captions', 'text/vtt; charset=utf-8'),
    poster: { hash, ...POSTER, address: pictureUrl({ hash, ...POSTER }), files },
  };
};

/** The names of all drawn videos. */
export const listDemoVideos = (): string[] =>
  readdirSync(DEMO_VIDEOS).flatMap((file) => (file.endsWith('.mp4') ? [file.slice(0, -4)] : []));
