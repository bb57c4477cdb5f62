// npm run fonts: cuts the font file that every page loads out of the whole font, into web/fonts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { projectPath } from './project.mjs';

const PACKAGE = projectPath('node_modules/@fontsource-variable/plus-jakarta-sans');
const WHOLE = join(PACKAGE, 'files/plus-jakarta-sans-latin-wght-normal.woff2');
const FOLDER = projectPath('web/fonts');
const NAME = 'plus-jakarta-sans-western';

/** Letters and signs of western European languages: first and last code point of each range. */
const CHARACTERS = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xc0, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
];
/** The weights that the site uses, of 200 to 800. */
const WEIGHTS = { min: 400, max: 800, default: 400 };
/** What text has without asking for it: kerning, ligatures and marks, but no alternative figures and letters. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk'];

const hex = (point) => point.toString(16).toUpperCase().padStart(4, '0');
const rangeOf = ([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`);
const textOf = ([first, last]) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, offset) => first + offset));

const font = await subsetFont(readFileSync(WHOLE), CHARACTERS.map(textOf).join(''), {
  targetFormat: 'woff2',
  variationAxes: { wght: WEIGHTS },
  keepFeatures: FEATURES,
});
const face = `/* Written by npm run fonts. The range of weights is the whole font's, of which this is a part. */
@font-face {
  font-family: 'Plus Jakarta Sans Variable';
  font-style: normal;
  font-display: swap;
  font-weight: 200 800;
  src: url('./${NAME}.woff2') format('woff2-variations');
  unicode-range: ${CHARACTERS.map(rangeOf).join(', ')};
}
`;

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, `${NAME}.woff2`), font);
writeFileSync(join(FOLDER, `${NAME}.css`), face);
writeFileSync(join(FOLDER, 'LICENSE'), readFileSync(join(PACKAGE, 'LICENSE')));
