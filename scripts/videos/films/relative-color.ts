import { box, type Canvas, COLORS, type Film, mix, since, text } from '../stage.ts';

const GRAY = '#8c8c8c';
const SIZE = 150;
const TOP = 160;
const TALL = 390;
const MIDDLE = 640;
const WIDE = 400;

/**
 * Draws two squares in the same gray.
 * @param grounds the opacity of the black and white backgrounds, from 0 to 1
 */
const drawSquares = (canvas: Canvas, grounds: number, bar: number): void => {
  box(canvas, MIDDLE - 2 * WIDE + mix(0, WIDE, grounds), TOP, WIDE, TALL, {
    fill: '#000000',
    radius: 0,
    alpha: grounds,
  });
  box(canvas, MIDDLE + mix(WIDE, 0, grounds), TOP, WIDE, TALL, {
    fill: '#ffffff',
    radius: 0,
    alpha: grounds,
  });
  for (const side of [-1, 1])
    box(canvas, MIDDLE + (side * WIDE) / 2 - SIZE / 2, TOP + (TALL - SIZE) / 2, SIZE, SIZE, {
      fill: GRAY,
      radius: 0,
    });
  box(canvas, MIDDLE - (WIDE / 2) * bar, TOP + TALL / 2 - 24, WIDE * bar, 48, { fill: GRAY, radius: 0 });
};

const STEPS = 11;

/** A row of colors in which one property changes. */
const drawScale = (
  canvas: Canvas,
  row: number,
  name: string,
  alpha: number,
  colorAt: (share: number) => string,
): void => {
  const y = 190 + row * 118;
  text(canvas, name, 96, y + 40, { size: 28, weight: 700, alpha });
  for (let step = 0; step < STEPS; step += 1) {
    const share = step / (STEPS - 1);
    box(canvas, 330 + step * 78, y, 70, 80, { fill: colorAt(share), radius: 10, alpha });
  }
};

const drawLabel = (canvas: Canvas, x: number, words: string, hue: number, chroma: number): void => {
  const color = `oklch(0.74 ${chroma} ${hue})`;
  box(canvas, x, 230, 400, 200, { fill: COLORS.panel, stroke: COLORS.line });
  box(canvas, x + 40, 290, 80, 80, { fill: color, radius: 40 });
  text(canvas, words, x + 150, 330, { size: 40, weight: 700, color });
};

/** Explains that the eye compares colors, and the properties of a color. */
export const relativeColor: Film = {
  course: 'Color for screens',
  lesson: 'Color is relative',
  poster: 8.5,
  scenes: [
    {
      seconds: 4,
      says: 'Two squares, filled with exactly the same gray.',
      draw: (canvas) => drawSquares(canvas, 0, 0),
    },
    {
      seconds: 6,
      says: 'Now one is on black and one on white.\nThe one on black looks lighter.',
      draw: (canvas, time) => drawSquares(canvas, since(time, 0.4, 1.4), 0),
    },
    {
      seconds: 6,
      says: 'A bar of that gray joins them: nothing has changed.\nThe eye does not measure, it compares.',
      draw: (canvas, time) => drawSquares(canvas, 1, since(time, 0.8, 1.6)),
    },
    {
      seconds: 7,
      says: 'A color has a lightness, a chroma, which is its distance\nfrom gray, and a hue.',
      draw: (canvas, time) => {
        drawScale(
          canvas,
          0,
          'Lightness',
          since(time, 0.2),
          (share) => `oklch(${mix(0.2, 0.95, share)} 0.03 200)`,
        );
        drawScale(canvas, 1, 'Chroma', since(time, 1.2), (share) => `oklch(0.7 ${mix(0, 0.125, share)} 200)`);
        drawScale(canvas, 2, 'Hue', since(time, 2.4), (share) => `oklch(0.74 0.12 ${share * 327})`);
      },
    },
    {
      seconds: 7,
      says: 'Take the chroma away, and whatever relied on hue alone is gone.\nOnly a difference in lightness stays.',
      draw: (canvas, time) => {
        const chroma = mix(0.14, 0, since(time, 1.4, 2));
        drawLabel(canvas, 220, 'In stock', 150, chroma);
        drawLabel(canvas, 660, 'Sold out', 25, chroma);
        text(canvas, `lightness 0.74, chroma ${chroma.toFixed(2)}`, MIDDLE, 490, {
          size: 28,
          color: COLORS.muted,
          align: 'center',
        });
      },
    },
  ],
};
