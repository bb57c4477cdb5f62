import { randomBytes } from 'node:crypto';
import { mp4Of } from '#tests/support/videos.ts';
import { comparePaired, type Target } from './support/load.ts';
import { round, type Section } from './support/report.ts';
import { serveVideo, type ServedVideo } from './support/served-video.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 200 * MEGABYTE;
/**
 * The bytes that are read after a seek: what a player needs before it continues, and half a minute of a small video.
 */
const PARTS = { '64 KB': 64 * 1024, '1 MB': MEGABYTE };
/** Places to which a viewer seeks, one after the other. */
const SEEKS = 500;

/** A file that is a video as far as the server looks. */
const makeVideo = (): Buffer => {
  const head = mp4Of('moov');
  const frames = Buffer.alloc(8);
  frames.writeUInt32BE(SIZE - head.length);
  frames.write('mdat', 4, 'latin1');
  return Buffer.concat([head, frames, randomBytes(SIZE - head.length - frames.length)]);
};

const seeks = ({ origin, path }: ServedVideo['ours'], part: number, connections: number): Target => ({
  url: origin,
  connections,
  requests: Array.from({ length: SEEKS }, (_, index) => {
    // A step that has no common divisor with the number of seeks visits all places in no order.
    const start = Math.floor(((index * 211) % SEEKS) * ((SIZE - part) / SEEKS));
    return { method: 'GET', path, headers: { range: `bytes=${start}-${start + part - 1}` } };
  }),
});

/** Seeking in an uploaded video by Range requests, against nginx that serves the same file without asking who reads it. */
export const measureVideo = async (): Promise<Section> => {
  const video = await serveVideo(makeVideo(), 'film.mp4');
  try {
    const rows: string[][] = [];
    for (const connections of [1, 16])
      for (const [name, part] of Object.entries(PARTS)) {
        const { ours, baseline } = await comparePaired(
          seeks(video.ours, part, connections),
          seeks(video.bare, part, connections),
        );
        rows.push([
          name,
          String(connections),
          round(ours.perSecond),
          round(ours.p99, 1),
          round(baseline.perSecond),
          round(baseline.p99, 1),
          round(ours.perSecond / baseline.perSecond, 2),
        ]);
      }
    return {
      title: 'Seeking in a video',
      note: `Range requests to ${SEEKS} positions of an uploaded video of ${SIZE / MEGABYTE} MB, through a student's signed link; the server authorizes each request. Compared with Debian's nginx, which serves the same file from the same disk without authorization. p99 in milliseconds, to the last byte of a part.`,
      columns: [
        'part',
        'connections',
        'requests per second',
        'p99, ms',
        'nginx, requests per second',
        'nginx, p99, ms',
        'ratio',
      ],
      rows,
    };
  } finally {
    await video.close();
  }
};
