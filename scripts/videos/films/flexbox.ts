import { box, type Canvas, COLORS, type Film, mix, path, since, STAGE, text } from '../stage.ts';

/** Pixels, as in CSS. */
const GAP = 16;
const LINE = 1000;
const TALL = 96;
const TOP = 250;
const LEFT = (STAGE.left + STAGE.right - LINE) / 2;

interface Item {
  name: string;
  basis: number;
  grow: number;
}

const items = (menu: number, search: number): Item[] => [
  { name: 'logo', basis: 160, grow: 0 },
  { name: 'menu', basis: 140, grow: menu },
  { name: 'search', basis: 256, grow: search },
];

const usedBy = (line: readonly Item[]): number =>
  line.reduce((sum, { basis }) => sum + basis, 0) + GAP * (line.length - 1);

/** Breaks a line where the next item has no room, as `flex-wrap: wrap` does. */
const linesOf = (all: readonly Item[], width: number): Item[][] => {
  const lines: Item[][] = [[]];
  for (const item of all) {
    if (usedBy([...lines.at(-1)!, item]) > width) lines.push([]);
    lines.at(-1)!.push(item);
  }
  return lines;
};

interface Shown {
  width?: number;
  /** The progress of the growth, from 0 to 1. */
  growth?: number;
  showsFree?: number;
  arrived?: (index: number) => number;
}

const drawLines = (
  canvas: Canvas,
  all: readonly Item[],
  { width = LINE, growth = 0, showsFree = 0, arrived = () => 1 }: Shown,
): void => {
  const lines = linesOf(all, width);
  box(canvas, LEFT - 24, TOP - 24, width + 48, 48 + lines.length * TALL + (lines.length - 1) * GAP, {
    fill: COLORS.panel,
    stroke: COLORS.line,
  });
  lines.forEach((line, row) => {
    const free = width - usedBy(line);
    const parts = line.reduce((sum, { grow }) => sum + grow, 0);
    const y = TOP + row * (TALL + GAP);
    let x = LEFT;
    line.forEach(({ name, basis, grow }, index) => {
      const wide = basis + (parts === 0 ? 0 : ((free * grow) / parts) * growth);
      const share = arrived(index);
      const isGrowing = grow > 0 && growth > 0;
      box(canvas, x, y + mix(60, 0, share), wide, TALL, {
        fill: isGrowing ? COLORS.accent : COLORS.primary,
        alpha: share,
      });
      const color = isGrowing ? '#3b2a00' : '#04222a';
      text(canvas, name, x + wide / 2, y + 36 + mix(60, 0, share), {
        size: 24,
        weight: 700,
        color,
        align: 'center',
        alpha: share,
      });
      text(canvas, `${Math.round(wide)} px`, x + wide / 2, y + 68 + mix(60, 0, share), {
        size: 20,
        color,
        align: 'center',
        alpha: share,
      });
      x += wide + GAP;
    });
    // No gap follows the last item.
    const start = x - GAP;
    const left = LEFT + width - start;
    if (showsFree > 0 && left > 4) {
      box(canvas, start + 6, y, left - 6, TALL, { stroke: COLORS.accent, dash: [10, 8], alpha: showsFree });
      text(canvas, `${Math.round(left)} px free`, start + left / 2, y + TALL / 2, {
        size: 24,
        color: COLORS.accent,
        align: 'center',
        alpha: showsFree,
      });
    }
  });
};

const code = (canvas: Canvas, words: string, y: number, alpha = 1): void =>
  text(canvas, words, LEFT - 24, y, { size: 26, isCode: true, color: COLORS.muted, alpha });

/** Explains how a flex container distributes free space. */
export const flexbox: Film = {
  course: 'Modern HTML and CSS from the ground up',
  lesson: 'How a flex line shares its space',
  poster: 15,
  scenes: [
    {
      seconds: 5,
      says: 'A flex container places its items on one line.\nEach begins with the width of its basis.',
      draw: (canvas, time) => {
        drawLines(canvas, items(0, 0), { arrived: (index) => since(time, 0.4 + index * 0.5) });
        code(canvas, '.toolbar { display: flex; gap: 16px; }', 420, since(time, 0.2));
      },
    },
    {
      seconds: 5,
      says: 'What the items and the gaps do not need is free space.\nNobody has claimed it yet.',
      draw: (canvas, time) => {
        drawLines(canvas, items(0, 0), { showsFree: since(time, 0.4) });
        code(canvas, '1000 − (160 + 140 + 256) − 2 × 16 = 412', 420, since(time, 1.4));
      },
    },
    {
      seconds: 6,
      says: 'With flex-grow: 1, the search field takes all of it.',
      draw: (canvas, time) => {
        drawLines(canvas, items(0, 1), {
          growth: since(time, 1.2, 1.4),
          showsFree: 1 - since(time, 1.2, 0.6),
        });
        code(canvas, '.search { flex: 1 1 256px; }', 420, since(time, 0.2));
        code(canvas, '256 + 412 = 668', 466, since(time, 2.8));
      },
    },
    {
      seconds: 7,
      says: 'If several items may grow, they share the free space\nin the ratio of their numbers, here 1 to 3.',
      draw: (canvas, time) => {
        drawLines(canvas, items(1, 3), {
          growth: since(time, 1.4, 1.4),
          showsFree: 1 - since(time, 1.4, 0.6),
        });
        code(canvas, '.menu { flex: 1 1 140px; }    .search { flex: 3 1 256px; }', 420, since(time, 0.2));
        code(canvas, '412 ÷ 4 = 103:   140 + 103,   256 + 309', 466, since(time, 3));
      },
    },
    {
      seconds: 7,
      says: 'With flex-wrap, the search field moves to a line of its own\nwhere there is no room, and grows again there.',
      draw: (canvas, time) => {
        const width = mix(LINE, 540, since(time, 0.6, 3.4));
        drawLines(canvas, items(0, 1), { width, growth: 1 });
        code(canvas, '.toolbar { flex-wrap: wrap; }', 530, since(time, 0.2));
        path(
          canvas,
          [
            [LEFT + width + 24, TOP - 44],
            [LEFT + width + 24, TOP + 2 * TALL + 60],
          ],
          { color: COLORS.accent, dash: [10, 8], width: 3 },
        );
      },
    },
  ],
};
