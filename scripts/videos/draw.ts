// npm run videos [-- NAME...]: draws the video of the tests and the films of the demo, with their captions.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_VIDEOS } from '#server/demo-data/demo-videos.ts';
import { renderPicture } from '#server/modules/files/render-picture.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { CLIP } from './clip.ts';
import { captionsOf, encodeVideo } from './encode.ts';
import { encodeFilm } from './encode-film.ts';
import { FILMS } from './films.ts';
import type { Film } from './stage.ts';

const writeClip = async (): Promise<void> => {
  const path = join(PROJECT_ROOT, 'tests/fixtures/clip');
  writeFileSync(`${path}.webm`, await encodeVideo(CLIP));
  writeFileSync(`${path}.en.vtt`, captionsOf(CLIP.scenes));
};

/** The poster is stored in the widths of uploaded pictures, so that the demo only has to copy it. */
const writeFilm = async (name: string, film: Film): Promise<void> => {
  mkdirSync(DEMO_VIDEOS, { recursive: true });
  for (const file of readdirSync(DEMO_VIDEOS))
    if (file.startsWith(`${name}.`)) rmSync(join(DEMO_VIDEOS, file));
  const path = join(DEMO_VIDEOS, name);
  const poster = await encodeFilm(name, film, `${path}.mp4`);
  writeFileSync(`${path}.en.vtt`, captionsOf(film.scenes));
  writeFileSync(`${path}.png`, poster);
  for (const { width, content } of (await renderPicture(`${path}.png`)).files)
    writeFileSync(`${path}.${width}.webp`, content);
  rmSync(`${path}.png`);
};

const drawings: Record<string, () => Promise<void>> = {
  clip: writeClip,
  ...Object.fromEntries(Object.entries(FILMS).map(([name, film]) => [name, () => writeFilm(name, film)])),
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in drawings));
if (unknown) throw new Error(`There is no video ${unknown}: ${Object.keys(drawings).join(', ')}`);
for (const name of asked.length > 0 ? asked : Object.keys(drawings)) await drawings[name]!();
