import { box, type Canvas, COLORS, type Film, path, since, text } from '../stage.ts';

const ROWS = 64;
const WANTED = 42;
/** The unordered values of the table. 37 and 64 have no common divisor, so each value occurs once. */
const valueAt = (place: number): number => ((place * 37 + 3) % ROWS) + 1;
const PLACE = Array.from({ length: ROWS }, (_, place) => valueAt(place)).indexOf(WANTED);

const CELL = { width: 64, height: 84, gap: 4 };
const cellAt = (place: number): [number, number] => [
  96 + (place % 16) * (CELL.width + CELL.gap),
  165 + Math.floor(place / 16) * (CELL.height + CELL.gap),
];

const drawCell = (canvas: Canvas, place: number, value: number, fill: string, color: string): void => {
  const [x, y] = cellAt(place);
  box(canvas, x, y, CELL.width, CELL.height, { fill, radius: 8 });
  text(canvas, String(value), x + CELL.width / 2, y + CELL.height / 2, {
    size: 26,
    weight: 600,
    color,
    align: 'center',
  });
};

/** Draws the table up to the row that has been read. */
const drawTable = (canvas: Canvas, read: number): void => {
  for (let place = 0; place < ROWS; place += 1) {
    const value = valueAt(place);
    const isFound = place === PLACE && read > PLACE;
    const fill = isFound ? COLORS.accent : place < read ? COLORS.line : COLORS.panel;
    drawCell(canvas, place, value, fill, isFound ? '#3b2a00' : place < read ? COLORS.muted : COLORS.text);
  }
};

/** The sorted values that remain after a number of halvings. */
const rangeAfter = (halvings: number): [number, number] => {
  let [first, last] = [1, ROWS];
  for (let count = 0; count < halvings; count += 1) {
    const middle = (first + last - 1) / 2;
    if (WANTED <= middle) last = middle;
    else first = middle + 1;
  }
  return [first, last];
};

const drawIndex = (canvas: Canvas, halvings: number): void => {
  const [first, last] = rangeAfter(halvings);
  for (let value = 1; value <= ROWS; value += 1) {
    const isLeft = value >= first && value <= last;
    const isFound = isLeft && first === last;
    drawCell(
      canvas,
      value - 1,
      value,
      isFound ? COLORS.accent : isLeft ? COLORS.primary : COLORS.panel,
      isFound ? '#3b2a00' : isLeft ? '#04222a' : COLORS.line,
    );
  }
};

const count = (canvas: Canvas, words: string, alpha = 1, color = COLORS.text): void =>
  text(canvas, words, 96, 546, { size: 28, weight: 700, alpha, color });

const POSTS: [string, string][] = [
  ['Ada', 'Mar 2'],
  ['Ada', 'Feb 9'],
  ['Ben', 'Mar 8'],
  ['Ben', 'Mar 1'],
  ['Ben', 'Jan 20'],
  ['Cleo', 'Mar 5'],
];

/** Explains why an index finds a row without reading the table. */
export const indexSearch: Film = {
  course: 'Node.js APIs with PostgreSQL',
  lesson: 'Indexes follow questions',
  poster: 11.4,
  scenes: [
    {
      seconds: 7,
      says: 'Which row has the value 42? Without an index,\nthe database reads the table row by row.',
      draw: (canvas, time) => {
        const read = Math.min(PLACE + 1, Math.floor(Math.max(0, time - 0.8) * 12));
        drawTable(canvas, read);
        count(canvas, `${read} rows read`, since(time, 0.6));
      },
    },
    {
      seconds: 8,
      says: 'An index keeps the values in order.\nOne comparison in the middle rules out half of them.',
      draw: (canvas, time) => {
        const halvings = Math.min(6, Math.max(0, Math.floor((time - 0.6) / 0.95)));
        drawIndex(canvas, halvings);
        const [first, last] = rangeAfter(halvings);
        count(canvas, `${halvings} comparisons, ${last - first + 1} of 64 left`, 1, COLORS.primary);
      },
    },
    {
      seconds: 8,
      says: "PostgreSQL's B-tree divides by hundreds at every step.\nThree or four pages are enough for a million rows.",
      draw: (canvas, time) => {
        const levels: [number, string][] = [
          [1, 'root: 1 page'],
          [5, 'inner pages: about ten'],
          [13, 'leaves: a few thousand pages'],
        ];
        levels.forEach(([pages, name], level) => {
          const alpha = since(time, 0.3 + level * 1.1);
          const y = 190 + level * 130;
          for (let page = 0; page < pages; page += 1) {
            const x = 820 + (page - (pages - 1) / 2) * 56;
            const isOnWay = page === [0, 3, 9][level] && time > 4 + level * 0.6;
            box(canvas, x - 23, y - 26, 46, 52, {
              fill: isOnWay ? COLORS.accent : COLORS.primary,
              radius: 8,
              alpha,
            });
            const above = levels[level - 1]?.[0];
            if (above === undefined) continue;
            const parent = 820 + (Math.floor((page * above) / pages) - (above - 1) / 2) * 56;
            path(
              canvas,
              [
                [parent, y - 102],
                [x, y - 28],
              ],
              { color: COLORS.line, width: 2, alpha },
            );
          }
          text(canvas, name, 96, y, { size: 22, color: COLORS.muted, alpha });
        });
      },
    },
    {
      seconds: 8,
      says: 'Put the column of the condition first, then that of the order:\nwhat a query asks for lies side by side.',
      draw: (canvas, time) => {
        text(canvas, 'create index on posts (author, created_at desc);', 96, 190, {
          size: 28,
          isCode: true,
          color: COLORS.muted,
        });
        POSTS.forEach(([author, date], index) => {
          const isAsked = author === 'Ben' && time > 1.6;
          const x = 96 + index * 183;
          box(canvas, x, 250, 173, 120, {
            fill: isAsked ? COLORS.accent : COLORS.panel,
            alpha: since(time, 0.2 + index * 0.15),
          });
          const color = isAsked ? '#3b2a00' : COLORS.text;
          text(canvas, author, x + 86, 288, { size: 28, weight: 700, color, align: 'center' });
          text(canvas, date, x + 86, 332, { size: 24, color, align: 'center' });
        });
        text(canvas, "where author = 'Ben' order by created_at desc", 96, 440, {
          size: 28,
          isCode: true,
          color: COLORS.accent,
          alpha: since(time, 1.6),
        });
      },
    },
  ],
};
