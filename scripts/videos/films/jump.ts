import { box, type Canvas, COLORS, dot, type Film, path, since, STAGE, text } from '../stage.ts';

/** Pixels of the picture per pixel of the game. */
const SCALE = 4;
const FLOOR = 520;
const TILE = 16 * SCALE;
/** The inputs of the lesson's jump, in pixels and seconds. */
const HEIGHT = 64;
const TO_TOP = 0.4;
const GRAVITY = (2 * HEIGHT) / TO_TOP ** 2;
const SPEED = (2 * HEIGHT) / TO_TOP;
/** The slow-motion factor. */
const SLOWER = 4;

interface Jump {
  /** The factor by which gravity is stronger while falling. */
  falls?: number;
  /** When the button is released, in seconds. */
  released?: number;
}

/** The height at a time, by the formulas of the lesson. */
const heightAt = (time: number, { falls = 1, released = Infinity }: Jump): number => {
  const rise = Math.min(time, released);
  const cut = SPEED - GRAVITY * released;
  const isCut = released < TO_TOP;
  const topAt = isCut ? released + cut / 2 / GRAVITY : TO_TOP;
  const up = (t: number) => {
    const before = SPEED * Math.min(t, rise) - (GRAVITY * Math.min(t, rise) ** 2) / 2;
    const after = Math.max(0, t - rise);
    return isCut ? before + (cut / 2) * after - (GRAVITY * after ** 2) / 2 : before;
  };
  if (time <= topAt) return up(time);
  return Math.max(0, up(topAt) - (GRAVITY * falls * (time - topAt) ** 2) / 2);
};

const lengthOf = (jump: Jump): number => {
  let time = 0.05;
  while (heightAt(time, jump) > 0) time += 0.005;
  return time;
};

const xAt = (time: number, left: number): number => left + time * 560;

const drawGround = (canvas: Canvas): void => {
  for (let x = 0; x < 1280; x += TILE) {
    box(canvas, x + 2, FLOOR + 2, TILE - 4, TILE - 4, { fill: COLORS.panel, radius: 6 });
    for (let row = 1; row <= 4; row += 1)
      box(canvas, x + 2, FLOOR - row * TILE + 2, TILE - 4, TILE - 4, {
        stroke: COLORS.line,
        width: 1,
        radius: 6,
        alpha: 0.45,
      });
  }
};

const drawHero = (canvas: Canvas, x: number, height: number, color = COLORS.accent): void => {
  const y = FLOOR - height * SCALE;
  box(canvas, x - 22, y - 56, 44, 56, { fill: color, radius: 10 });
  box(canvas, x + 2, y - 44, 8, 10, { fill: COLORS.ground, radius: 2 });
};

/** Draws the path of a jump so far, and the player. */
const drawJump = (
  canvas: Canvas,
  left: number,
  time: number,
  jump: Jump,
  color: string,
  shows = true,
): void => {
  const now = Math.min(lengthOf(jump), Math.max(0, time / SLOWER));
  const points: [number, number][] = [];
  for (let at = 0; at <= now; at += 0.01)
    points.push([xAt(at, left), FLOOR - 28 - heightAt(at, jump) * SCALE]);
  path(canvas, points, { color, width: 4, dash: [2, 10] });
  if (shows) drawHero(canvas, xAt(now, left), heightAt(now, jump), color);
};

const note = (canvas: Canvas, words: string, y: number, alpha: number, color = COLORS.text): void =>
  text(canvas, words, STAGE.right, y, { size: 26, align: 'right', isCode: true, alpha, color });

/** Explains how a jump is calculated from its height and duration. */
export const jump: Film = {
  course: 'Make a pixel platformer',
  lesson: 'Anatomy of a jump',
  poster: 17.4,
  scenes: [
    {
      seconds: 6,
      says: 'Players think "this high" and "this long".\nSo begin with the height h and the time t to the top.',
      draw: (canvas, time) => {
        drawGround(canvas);
        drawJump(canvas, 260, time - 0.8, {}, COLORS.accent);
        const alpha = since(time, 2.6);
        path(
          canvas,
          [
            [xAt(TO_TOP, 260), FLOOR - 28],
            [xAt(TO_TOP, 260), FLOOR - 28 - HEIGHT * SCALE],
          ],
          { dash: [8, 8], alpha },
        );
        note(canvas, 'h = 64 pixels', 190, alpha, COLORS.primary);
        note(canvas, 't = 0.4 seconds', 232, since(time, 3.2), COLORS.primary);
      },
    },
    {
      seconds: 7,
      says: 'Both numbers that a game needs follow from them:\ngravity, and the speed at which the jump begins.',
      draw: (canvas, time) => {
        drawGround(canvas);
        drawHero(canvas, 260, 0);
        note(canvas, 'gravity = 2 × h ÷ t²', 190, since(time, 0.4));
        note(canvas, '2 × 64 ÷ 0.16 = 800 px/s²', 232, since(time, 1.6), COLORS.primary);
        note(canvas, 'speed = 2 × h ÷ t', 300, since(time, 3));
        note(canvas, '2 × 64 ÷ 0.4 = 320 px/s', 342, since(time, 4.2), COLORS.primary);
      },
    },
    {
      seconds: 6,
      says: 'As in nature, rising and falling take equally long.\nIn a game, that feels as if floating.',
      draw: (canvas, time) => {
        drawGround(canvas);
        drawJump(canvas, 160, time - 0.6, {}, COLORS.muted);
        note(canvas, 'up 0.40 s, down 0.40 s', 190, since(time, 3.4));
      },
    },
    {
      seconds: 6,
      says: 'With twice the gravity on the way down,\nthe same height feels firm.',
      draw: (canvas, time) => {
        drawGround(canvas);
        drawJump(canvas, 160, 99, {}, COLORS.line, false);
        drawJump(canvas, 160, time - 0.6, { falls: 2 }, COLORS.accent);
        note(canvas, 'up 0.40 s, down 0.28 s', 190, since(time, 3));
      },
    },
    {
      seconds: 7,
      says: 'Release the button early, and you lose half of the speed:\na tap is a hop.',
      draw: (canvas, time) => {
        drawGround(canvas);
        drawJump(canvas, 160, 99, { falls: 2 }, COLORS.line, false);
        drawJump(canvas, 160, time - 0.6, { falls: 2, released: 0.1 }, COLORS.success);
        dot(canvas, xAt(0.1, 160), FLOOR - 28 - heightAt(0.1, {}) * SCALE, 9, COLORS.success, since(time, 1));
        note(canvas, 'released after 0.1 s', 190, since(time, 1.2), COLORS.success);
        note(canvas, 'speed 240 → 120 px/s', 232, since(time, 1.8));
      },
    },
  ],
};
