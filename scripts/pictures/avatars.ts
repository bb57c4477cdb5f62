import { circle, element, PALETTE as C, path, pick, randomFor, rect, svg } from './svg.ts';

const SKIN = ['#f6d3b8', '#e8b48f', '#c98a62', '#9c6240', '#6f4229', '#f1c7a5'] as const;
const HAIR = ['#2b1d16', '#4a2f20', '#7a4a24', '#b97a3c', '#1f2a33', '#8d8d8d', '#a43f2f'] as const;
const CLOTHES = [C.deep, C.coral, C.plum, C.teal, C.ink, C.amber] as const;
const BACKGROUNDS = [C.mint, C.sand, C.cream, '#cfe3ea', '#f6cdbd', '#d9cfe6'] as const;

const HAIRSTYLES = [
  (hair: string) => path('M56 92c-4-40 18-58 44-58s48 18 44 58c-8-22-20-32-44-32s-36 10-44 32z', hair),
  (hair: string) =>
    path(
      'M50 140c-8-64 8-108 50-108s58 44 50 108c-6 8-14 8-18 0 4-34 0-58-8-64-20 10-40 8-56 0-6 12-6 34 0 64-4 8-12 8-18 0z',
      hair,
    ),
  (hair: string) =>
    circle(100, 40, 22, hair) +
    path('M58 88c0-34 18-50 42-50s42 16 42 50c-10-20-22-26-42-26s-32 6-42 26z', hair),
  (hair: string) =>
    [62, 78, 100, 122, 138].map((x, index) => circle(x, [74, 54, 46, 54, 74][index]!, 20, hair)).join(''),
  (hair: string) =>
    path('M58 84c2-34 22-48 46-46 28 2 40 20 38 48-14-4-30-14-40-24-10 12-26 20-44 22z', hair),
] as const;

const beard = (hair: string) =>
  path('M66 112c2 34 16 46 34 46s32-12 34-46c-10 14-22 18-34 18s-24-4-34-18z', hair);
const glasses =
  circle(84, 102, 13, 'none', { stroke: C.ink, 'stroke-width': 4 }) +
  circle(116, 102, 13, 'none', { stroke: C.ink, 'stroke-width': 4 }) +
  rect(96, 100, 8, 4, C.ink);

/** A portrait in flat shapes, determined by the number. */
export const avatar = (number: number): string => {
  const random = randomFor(`avatar ${number}`);
  const hair = pick(random, HAIR);
  const style = HAIRSTYLES[number % HAIRSTYLES.length]!;
  const isLong = style === HAIRSTYLES[1];
  const hasBun = style === HAIRSTYLES[2];
  const hasBeard = !isLong && !hasBun && random() > 0.72;
  const skin = pick(random, SKIN);
  return svg(
    200,
    200,
    rect(0, 0, 200, 200, pick(random, BACKGROUNDS)) +
      (isLong ? style(hair) : '') +
      path('M30 200c4-42 34-56 70-56s66 14 70 56z', pick(random, CLOTHES)) +
      rect(84, 128, 32, 34, skin, 14) +
      element('ellipse', { cx: 100, cy: 100, rx: 40, ry: 46, fill: skin }) +
      (isLong
        ? path('M60 96c4-38 20-52 40-52s36 14 40 52c-16-6-26-18-30-28-10 14-28 24-50 28z', hair)
        : style(hair)) +
      (hasBeard ? beard(hair) : '') +
      circle(84, 102, 4.5, C.ink) +
      circle(116, 102, 4.5, C.ink) +
      element('path', {
        d: 'M86 122c8 9 20 9 28 0',
        fill: 'none',
        stroke: hasBeard ? C.cream : C.ink,
        'stroke-width': 4,
        'stroke-linecap': 'round',
      }) +
      (random() > 0.65 ? glasses : ''),
  );
};
