// npm run pictures: draws every picture of the site and of the demo data into web/public.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_CLASSES } from '#server/demo-data/classes.ts';
import { avatar } from './avatars.ts';
import { backdrop, SCENES } from './scenes.ts';
import { HEROES } from './heroes.ts';
import { paintIcons } from './icons.ts';
import * as site from './site.ts';
import { randomFor, svg } from './svg.ts';
import { symbols } from './symbols.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../web/public/pictures');
const AVATARS = 24;

const write = (name: string, content: string): void => {
  const path = join(FOLDER, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

for (const { slug, category } of DEMO_CLASSES) {
  const random = randomFor(slug);
  write(`covers/${slug}.svg`, svg(640, 360, backdrop(category, random) + SCENES[category](random)));
}
for (let number = 1; number <= AVATARS; number += 1) {
  write(`avatars/${String(number).padStart(2, '0')}.svg`, avatar(number));
}
for (const [name, picture] of Object.entries(HEROES)) write(`heroes/${name}.svg`, picture);
write('symbols.svg', symbols());
write('account.svg', site.account());
write('not-found.svg', site.notFound());
write('cover-fallback.svg', site.coverFallback());
write('avatar-fallback.svg', site.avatarFallback());

const PUBLIC = join(FOLDER, '..');
const mark = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
for (const [path, picture] of Object.entries(await paintIcons(mark)))
  writeFileSync(join(PUBLIC, path), picture);
