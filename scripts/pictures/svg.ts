/** The pictures' colors: petrol water, amber light, coral and cream. */
export const PALETTE = {
  ink: '#10303a',
  deep: '#0b5563',
  teal: '#1f8a8c',
  mint: '#9ad4c8',
  cream: '#fbf4e4',
  sand: '#f0dcb4',
  amber: '#ffc857',
  coral: '#f2785c',
  plum: '#5b3a66',
  white: '#ffffff',
} as const;

type Attributes = Record<string, string | number>;

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Math.round(value * 10) / 10 : value}"`)
    .join('');

export const element = (name: string, values: Attributes, content = ''): string =>
  content ? `<${name}${attributes(values)}>${content}</${name}>` : `<${name}${attributes(values)}/>`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rx = 0,
  more: Attributes = {},
) => element('rect', { x, y, width, height, fill, ...(rx && { rx }), ...more });
export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  element('circle', { cx, cy, r, fill, ...more });
export const path = (d: string, fill: string, more: Attributes = {}) => element('path', { d, fill, ...more });
export const line = (d: string, stroke: string, width: number) =>
  element('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
export const group = (transform: string, content: string) => element('g', { transform }, content);

export const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`;

/** A deterministic random generator by name (mulberry32), so that a picture is identical every time. */
export const randomFor = (name: string): (() => number) => {
  let state = Array.from(name).reduce(
    (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const pick = <T>(random: () => number, options: readonly T[]): T =>
  options[Math.floor(random() * options.length)]!;
