import type { SKILL_CATEGORIES } from '#contract/skills.ts';
import { circle, group, line, PALETTE as C, path, pick, rect } from './svg.ts';

type Category = (typeof SKILL_CATEGORIES)[number];
type Random = () => number;

const ACCENTS = [C.amber, C.coral, C.mint] as const;

const browserWindow = (random: Random): string => {
  const accent = pick(random, ACCENTS);
  const wide = random() > 0.5;
  const column = wide ? 0 : 210;
  const bars = Array.from({ length: 4 }, (_, row) =>
    rect(
      190 + column * 0.5,
      168 + row * 24,
      (wide ? 250 : 130) - random() * 70,
      10,
      row === 0 ? C.deep : C.sand,
      5,
    ),
  ).join('');
  const block = wide ? rect(190, 268, 260, 26, accent, 8) : rect(190, 160, 80, 130, accent, 10);
  return (
    rect(160, 84, 320, 232, C.ink, 18, { opacity: 0.18, transform: 'translate(10 12)' }) +
    rect(160, 84, 320, 232, C.white, 18) +
    path('M160 124h320v-22a18 18 0 0 0-18-18H178a18 18 0 0 0-18 18z', C.ink) +
    [0, 1, 2].map((dot) => circle(184 + dot * 20, 104, 5.5, [C.coral, C.amber, C.mint][dot]!)).join('') +
    bars +
    block +
    group(
      'translate(420 216)',
      rect(0, 0, 120, 84, C.deep, 14) + line('M34 26 18 42l16 16M86 26l16 16-16 16M66 20 54 64', C.cream, 6),
    )
  );
};

const campaign = (random: Random): string => {
  const heights = [60, 96, 78, 132, 168].map((height) => height + random() * 26);
  const bars = heights
    .map((height, index) =>
      rect(300 + index * 46, 300 - height, 30, height, index === 4 ? C.amber : C.teal, 8),
    )
    .join('');
  const letter =
    rect(110, 190, 150, 104, C.white, 12) +
    line('M114 198l71 56 71-56', C.coral, 7) +
    circle(262, 190, 18, C.coral);
  const horn =
    path('M110 214l104-50v120l-104-40z', C.white) +
    rect(84, 206, 36, 48, C.coral, 10) +
    path('M214 196a30 30 0 0 1 0 58z', C.amber) +
    line('M246 190l24-14M250 226h28M246 262l24 12', C.cream, 7);
  return (
    bars +
    line(`M300 ${190 - random() * 20} 360 170 410 176 470 120 530 92`, C.cream, 6) +
    (random() > 0.5 ? letter : horn)
  );
};

const artboard = (random: Random): string => {
  const accent = pick(random, ACCENTS);
  const shapes =
    random() > 0.5
      ? circle(270, 190, 78, accent) + rect(280, 150, 130, 130, C.deep, 20, { opacity: 0.9 })
      : path('M250 290 330 120l80 170z', accent) + circle(260, 170, 52, C.deep, { opacity: 0.92 });
  const handle = (x: number, y: number) =>
    rect(x - 8, y - 8, 16, 16, C.white, 3, { stroke: C.ink, 'stroke-width': 4 });
  return (
    rect(170, 76, 300, 240, C.cream, 16) +
    shapes +
    line('M180 270C250 60 390 340 470 110', C.ink, 5) +
    handle(180, 270) +
    handle(470, 110) +
    group(
      'translate(468 196) rotate(32)',
      rect(0, 0, 26, 110, C.coral, 6) + path('M0 110h26l-13 34z', C.sand) + rect(0, 0, 26, 18, C.ink, 6),
    )
  );
};

const phone = (x: number, y: number, tilt: number, accent: string, random: Random): string =>
  group(
    `translate(${x} ${y}) rotate(${tilt})`,
    rect(0, 0, 140, 250, C.ink, 26) +
      rect(10, 12, 120, 226, C.white, 18) +
      rect(24, 34, 92, 62, accent, 12) +
      [0, 1, 2].map((row) => rect(24, 112 + row * 22, 92 - random() * 40, 9, C.sand, 4)).join('') +
      rect(24, 190, 92, 26, C.deep, 13),
  );

const apps = (random: Random): string =>
  phone(180, 80, -8, pick(random, ACCENTS), random) +
  phone(330, 46, 7, pick(random, [C.teal, C.plum]), random) +
  circle(330, 292, 30, C.coral) +
  line('M318 292l9 9 16-18', C.white, 6);

const pixels = (rows: readonly string[], size: number, colors: Record<string, string>): string =>
  rows
    .flatMap((row, y) =>
      Array.from(row).map((key, x) => (colors[key] ? rect(x * size, y * size, size, size, colors[key]) : '')),
    )
    .join('');

const HERO = ['..aaa..', '.aaaaa.', '.wiwiw.', '.wwwww.', '.ccccc.', 'ccccccc', '.d...d.'] as const;
const COIN = ['.aa.', 'abba', 'abba', '.aa.'] as const;

const arcade = (random: Random): string => {
  const steps = [0, 1, 2, 3].map((step) => ({ x: 60 + step * 140, y: 262 - Math.floor(random() * 4) * 28 }));
  const platforms = steps
    .map(({ x, y }) => rect(x, y, 104, 20, C.mint, 4) + rect(x, y + 14, 104, 14, C.deep, 4))
    .join('');
  const coins = steps
    .slice(1)
    .map(({ x, y }) => group(`translate(${x + 36} ${y - 52})`, pixels(COIN, 8, { a: C.amber, b: C.sand })))
    .join('');
  return (
    platforms +
    coins +
    group(
      `translate(${steps[0]!.x + 22} ${steps[0]!.y - 70})`,
      pixels(HERO, 10, { a: C.coral, w: C.cream, i: C.ink, c: C.amber, d: C.ink }),
    ) +
    rect(0, 326, 640, 34, C.ink, 0, { opacity: 0.35 })
  );
};

const search = (random: Random): string => {
  const rows = [0, 1, 2, 3].map((row) => {
    const y = 96 + row * 56;
    return (
      rect(120, y, 300, 42, row === 0 ? C.white : C.cream, 12, {
        opacity: row === 0 ? 1 : 0.82 - row * 0.12,
      }) +
      circle(144, y + 21, 10, row === 0 ? C.amber : C.mint) +
      rect(166, y + 11, 90 + random() * 110, 8, C.deep, 4) +
      rect(166, y + 25, 130 + random() * 90, 6, C.sand, 3)
    );
  });
  return (
    rows.join('') +
    circle(438, 190, 74, C.mint, { opacity: 0.55 }) +
    circle(438, 190, 74, 'none', { stroke: C.white, 'stroke-width': 16 }) +
    line('M492 246l52 54', C.white, 24) +
    line('M406 206l22-24 18 16 28-34', C.deep, 9)
  );
};

export const SCENES: Record<Category, (random: Random) => string> = {
  'Web Development': browserWindow,
  'Digital Marketing': campaign,
  'Graphics Design': artboard,
  'App Development': apps,
  'Game Development': arcade,
  'SEO Development': search,
};

const BACKGROUNDS: Record<Category, readonly string[]> = {
  'Web Development': [C.teal, C.mint, C.amber],
  'Digital Marketing': [C.deep, C.plum, C.ink],
  'Graphics Design': [C.amber, C.coral, C.teal],
  'App Development': [C.mint, C.sand, C.coral],
  'Game Development': [C.plum, C.ink, C.teal],
  'SEO Development': [C.deep, C.teal, C.plum],
};

/** The background of a scene: a color and large, simple shapes. */
export const backdrop = (category: Category, random: Random): string => {
  const base = pick(random, BACKGROUNDS[category]);
  const sun = circle(80 + random() * 480, 40 + random() * 120, 90 + random() * 70, C.white, {
    opacity: 0.14,
  });
  const top = 250 + random() * 50;
  const wave = path(`M0 ${top}c110-46 210 40 330 6s200-50 310-8v120H0z`, C.ink, { opacity: 0.14 });
  const dots = Array.from({ length: 24 }, (_, index) =>
    circle(24 + (index % 6) * 16, 24 + Math.floor(index / 6) * 16, 2.4, C.white, { opacity: 0.4 }),
  ).join('');
  return rect(0, 0, 640, 360, base) + sun + wave + dots;
};
