// npm run videos: draws the video of the tests, with its captions.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLIP } from './clip.ts';
import { captionsOf, type DrawnVideo, encodeVideo } from './encode.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

const write = async (path: string, video: DrawnVideo): Promise<void> => {
  mkdirSync(join(ROOT, dirname(path)), { recursive: true });
  writeFileSync(join(ROOT, `${path}.webm`), await encodeVideo(video));
  writeFileSync(join(ROOT, `${path}.en.vtt`), captionsOf(video.scenes));
};

await write('tests/fixtures/clip', CLIP);
