import type { AtSize } from './pages.ts';

const WIDTH = 720;
const HEIGHT = 400;
const MARGIN = { left: 80, right: 190, top: 30, bottom: 50 };
const COLORS = ['#0b5563', '#b3261e', '#8a5a00', '#17663a', '#5b3a8c', '#444444'];

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Draws the requests per second of each URL by catalog size, as SVG. */
export const plot = (measured: AtSize[]): string => {
  const names = Object.keys(measured[0]!.loads);
  const highest = Math.max(
    ...measured.flatMap(({ loads }) => Object.values(loads).map(({ ours }) => ours.perSecond)),
  );
  const top = Math.ceil(highest / 5_000) * 5_000;
  const width = WIDTH - MARGIN.left - MARGIN.right;
  const height = HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = (index: number) => MARGIN.left + (index / (measured.length - 1)) * width;
  const y = (value: number) => MARGIN.top + height - (value / top) * height;
  const text = (at: { x: number; y: number; anchor?: string; fill?: string }, content: string) =>
    `<text x="${at.x}" y="${at.y}" text-anchor="${at.anchor ?? 'middle'}" fill="${at.fill ?? '#222'}">${escape(content)}</text>`;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const level = y(part * top);
    return `<line x1="${MARGIN.left}" x2="${MARGIN.left + width}" y1="${level}" y2="${level}" stroke="#ddd"/>${text({ x: MARGIN.left - 8, y: level + 4, anchor: 'end' }, (part * top).toLocaleString('en-US'))}`;
  });
  const sizes = measured.map(({ size }, index) =>
    text({ x: x(index), y: MARGIN.top + height + 22 }, `${size.toLocaleString('en-US')} classes`),
  );
  const lines = names.map((name, index) => {
    const color = COLORS[index % COLORS.length]!;
    const points = measured.map(({ loads }, at) => `${x(at)},${y(loads[name]!.ours.perSecond)}`);
    const legend = { x: MARGIN.left + width + 14, y: MARGIN.top + 16 + index * 22, anchor: 'start' };
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2.5"/>${text({ ...legend, fill: color }, name)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${text({ x: MARGIN.left, y: 18, anchor: 'start' }, 'Requests per second')}
${[...grid, ...sizes, ...lines].join('\n')}
</svg>
`;
};
