import { box, type Canvas, COLORS, dot, type Film, path, since, text } from '../stage.ts';

type Curve = (t: number) => number;

const OVERSHOOT = 1.70158;
const linear: Curve = (t) => t;
const easeOut: Curve = (t) => 1 - (1 - t) ** 3;
const easeIn: Curve = (t) => t ** 3;
const overshoot: Curve = (t) => 1 + (OVERSHOOT + 1) * (t - 1) ** 3 + OVERSHOOT * (t - 1) ** 2;

const GRAPH = { left: 98, top: 190, size: 320 };
const TRACK = { left: 560, right: 1150, y: 350 };
/** The duration of one movement and of the pause after it, in seconds. */
const WAY = 1.6;
const REST = 0.9;

/** The progress of the repeated movement, from 0 to 1. */
const again = (time: number): number => Math.min(1, Math.max(0, (time % (WAY + REST)) / WAY));

const toGraph = (t: number, value: number): [number, number] => [
  GRAPH.left + t * GRAPH.size,
  GRAPH.top + GRAPH.size - value * GRAPH.size * 0.85,
];

const drawGraph = (canvas: Canvas, curve: Curve, at: number, color: string): void => {
  const { left, top, size } = GRAPH;
  path(
    canvas,
    [
      [left, top],
      [left, top + size],
      [left + size, top + size],
    ],
    { color: COLORS.line, width: 3 },
  );
  text(canvas, 'time', left + size, top + size + 26, { size: 20, color: COLORS.muted, align: 'right' });
  text(canvas, 'way', left + 14, top - 6, { size: 20, color: COLORS.muted });
  const points = Array.from({ length: 61 }, (_, index) => toGraph(index / 60, curve(index / 60)));
  path(canvas, points, { color, alpha: 0.45 });
  dot(canvas, ...toGraph(at, curve(at)), 11, color);
};

const drawMove = (canvas: Canvas, curve: Curve, at: number, color: string, y = TRACK.y): void => {
  const { left, right } = TRACK;
  path(
    canvas,
    [
      [left, y],
      [right, y],
    ],
    { color: COLORS.line, width: 3 },
  );
  for (const x of [left, right])
    path(
      canvas,
      [
        [x, y - 16],
        [x, y + 16],
      ],
      { color: COLORS.line, width: 3 },
    );
  const x = left + (right - left) * curve(at);
  box(canvas, x - 30, y - 30, 60, 60, { fill: color, radius: 14 });
};

const drawCurve = (
  canvas: Canvas,
  curve: Curve,
  time: number,
  [name, formula]: [string, string],
  color: string,
): void => {
  const at = again(Math.max(0, time - 0.3));
  drawGraph(canvas, curve, at, color);
  drawMove(canvas, curve, at, color);
  text(canvas, name, TRACK.left, 230, { size: 36, weight: 700, color });
  text(canvas, formula, TRACK.left, 470, {
    size: 26,
    isCode: true,
    color: COLORS.muted,
    alpha: since(time, 0.4),
  });
};

const ALL: [string, Curve, string][] = [
  ['constant', linear, COLORS.muted],
  ['ease in', easeIn, COLORS.error],
  ['ease out', easeOut, COLORS.primary],
  ['overshoot', overshoot, COLORS.accent],
];

/** Explains easing curves. */
export const easing: Film = {
  course: 'Game feel: juice and restraint',
  lesson: 'Easing',
  poster: 21.1,
  scenes: [
    {
      seconds: 5,
      says: 'At a constant speed, things start and stop at once.\nNothing in the world does.',
      draw: (canvas, time) => drawCurve(canvas, linear, time, ['Constant', 'x = t'], COLORS.muted),
    },
    {
      seconds: 5,
      says: 'Ease out is fast first and slows down.\nIt feels like arriving: for menus and pickups.',
      draw: (canvas, time) =>
        drawCurve(canvas, easeOut, time, ['Ease out', 'x = 1 − (1 − t)³'], COLORS.primary),
    },
    {
      seconds: 5,
      says: 'Ease in gathers speed.\nIt feels like leaving or falling.',
      draw: (canvas, time) => drawCurve(canvas, easeIn, time, ['Ease in', 'x = t³'], COLORS.error),
    },
    {
      seconds: 5,
      says: 'Overshoot passes its goal and comes back.\nIt is lively, so keep it for rewards.',
      draw: (canvas, time) =>
        drawCurve(
          canvas,
          overshoot,
          time,
          ['Overshoot', 'x = 1 + 2.7 (t − 1)³ + 1.7 (t − 1)²'],
          COLORS.accent,
        ),
    },
    {
      seconds: 7,
      says: 'The same way in the same time:\nthe curve alone says what kind of thing is moving.',
      draw: (canvas, time) => {
        ALL.forEach(([name, curve, color], index) => {
          const y = 200 + index * 96;
          text(canvas, name, 96, y, { size: 30, weight: 700, color });
          canvas.save();
          canvas.translate(-190, 0);
          drawMove(canvas, curve, again(Math.max(0, time - 0.3)), color, y);
          canvas.restore();
        });
      },
    },
  ],
};
