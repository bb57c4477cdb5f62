import { type Canvas, COLORS, dot, type Film, mix, path, since, text } from '../stage.ts';

const WORDS =
  'Reading is not looking at letters one by one. The eye jumps in short leaps, rests for about a quarter of a second, and takes in seven to nine characters clearly each time. At the end of a line it has to find the beginning of the next one. The longer the way back, the more often it lands on the wrong line. Good type supports that rhythm, and bad type breaks it. Nobody notices the first, everybody tires of the second.'.split(
    ' ',
  );

/** Breaks the text into lines of at most `characters` characters. */
const setIn = (characters: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of WORDS) {
    if (line !== '' && line.length + 1 + word.length > characters) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

const SIZE = 19;
const LEFT = 96;
const TOP = 180;

interface Setting {
  characters: number;
  /** Relative to the font size. */
  leading: number;
  alpha?: number;
}

const drawText = (canvas: Canvas, { characters, leading, alpha = 1 }: Setting): void =>
  setIn(characters).forEach((line, index) =>
    text(canvas, line, LEFT, TOP + index * SIZE * leading, { size: SIZE, alpha }),
  );

/** The width of a line as it is drawn. */
const widthOf = (canvas: Canvas, line: string): number => {
  canvas.font = `500 ${SIZE}px Film`;
  return canvas.measureText(line).width;
};

/** The path of the eye: along a line, and back to the beginning of the next. */
const drawEye = (canvas: Canvas, { characters, leading }: Setting, time: number, color: string): void => {
  const lines = setIn(characters);
  const [READ, BACK] = [1.5, 0.7];
  const row = Math.min(lines.length - 2, Math.floor(time / (READ + BACK)));
  const at = time - row * (READ + BACK);
  const end = LEFT + widthOf(canvas, lines[row]!);
  const y = TOP + row * SIZE * leading + SIZE * 0.8;
  const back = since(at, READ, BACK);
  const x = at < READ ? mix(LEFT, end, at / READ) : mix(end, LEFT, back);
  path(
    canvas,
    [
      [LEFT, y],
      [at < READ ? x : end, y],
    ],
    { color, width: 3 },
  );
  if (at >= READ)
    path(
      canvas,
      [
        [end, y],
        [x, y + SIZE * leading * back],
      ],
      { color, width: 3, dash: [4, 8] },
    );
  dot(canvas, x, y + SIZE * leading * back, 9, color);
};

const facts = (canvas: Canvas, words: string, alpha: number, color: string): void =>
  text(canvas, words, LEFT, 530, { size: 30, weight: 700, color, alpha });

const LONG = { characters: 104, leading: 1.5 };
const GOOD = { characters: 62, leading: 1.55 };

/** Explains line length and line spacing. */
export const lineLength: Film = {
  course: 'Typography that works',
  lesson: 'Size, length, leading',
  poster: 13,
  scenes: [
    {
      seconds: 7,
      says: 'In a long line, the way back is long as well.\nThe eye misses the beginning of the next one.',
      draw: (canvas, time) => {
        drawText(canvas, LONG);
        drawEye(canvas, LONG, Math.max(0, time - 0.6), COLORS.error);
        facts(canvas, '104 characters', since(time, 0.3), COLORS.error);
      },
    },
    {
      seconds: 8,
      says: 'Between 45 and 75 characters are comfortable.\n66 are a classic.',
      draw: (canvas, time) => {
        const change = since(time, 0.3, 0.8);
        drawText(canvas, { ...LONG, alpha: 1 - change });
        drawText(canvas, { ...GOOD, alpha: change });
        if (time > 1.2) drawEye(canvas, GOOD, time - 1.2, COLORS.primary);
        facts(canvas, '62 characters', since(time, 0.8), COLORS.primary);
      },
    },
    {
      seconds: 7,
      says: 'Lines that are too close run into one another.\nGive them 1.4 to 1.6 times the size of the type.',
      draw: (canvas, time) => {
        const leading = mix(mix(1.55, 1.02, since(time, 0.2, 1)), 1.55, since(time, 3, 1.6));
        drawText(canvas, { characters: 62, leading });
        const color = leading < 1.35 ? COLORS.error : COLORS.primary;
        facts(canvas, `line-height: ${leading.toFixed(2)}`, 1, color);
      },
    },
    {
      seconds: 6,
      says: 'Two lines of CSS are enough,\nand the text fits its readers on every screen.',
      draw: (canvas, time) => {
        drawText(canvas, { ...GOOD, alpha: mix(1, 0.35, since(time, 0.2)) });
        ['article {', '  max-width: 66ch;', '  line-height: 1.55;', '}'].forEach((line, index) =>
          text(canvas, line, 780, 250 + index * 48, {
            size: 30,
            isCode: true,
            color: COLORS.accent,
            alpha: since(time, 0.6 + index * 0.4),
          }),
        );
      },
    },
  ],
};
