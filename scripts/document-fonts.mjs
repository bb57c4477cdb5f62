// npm run fonts:documents: downloads the fonts of PDF files and drawn pictures from the npm registry into
// server/text/fonts.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { fail, projectPath, say } from './project.mjs';

/** All are variants of Noto Sans under the SIL Open Font License, which this package has as LICENSE_FONT. */
const LATIN = { package: 'noto-sans', version: '0.4.2' };

/** Scripts that are small enough to be included completely: their font names and the versions of the packages. */
const WHOLE = {
  Arabic: '0.4.3',
  Armenian: '0.4.2',
  Bengali: '0.4.4',
  Devanagari: '0.4.1',
  Ethiopic: '0.4.2',
  Georgian: '0.4.3',
  Gujarati: '0.4.2',
  Hebrew: '0.4.1',
  Kannada: '0.4.3',
  Lao: '0.4.2',
  Sinhala: '0.4.2',
  Tamil: '0.4.3',
  Thai: '0.4.2',
};

const characters = ([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset)).join('');

/**
 * The characters of a legacy two-byte encoding, which are those in common use.
 * @param first, last the range of the first bytes
 * @param from the first of the second bytes
 */
const charactersOf = (encoding, [first, last], from = 0x40) => {
  const decoder = new TextDecoder(encoding);
  const all = new Set();
  for (let lead = first; lead <= last; lead += 1)
    for (let trail = from; trail <= 0xfe; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (!text.includes('\ufffd') && Array.from(text).length === 1 && text >= '\u2e80') all.add(text);
    }
  return [...all].join('');
};

/** Extended Latin (including Vietnamese), Greek, Cyrillic, punctuation and currency signs. */
const WESTERN = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b0, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x20a0, 0x20c0],
  [0x2116, 0x2122],
];
const PUNCTUATION_AND_KANA = [
  [0x3000, 0x30ff],
  [0xff01, 0xff9f],
];
/** Korean syllables in common use (KS X 1001). */
const HANGUL = charactersOf('euc-kr', [0xb0, 0xc8], 0xa1);

/** Chinese in simplified (GB 2312) and traditional characters (the common part of Big5), and Japanese (JIS X 0208). */
const HAN = [
  charactersOf('gbk', [0xb0, 0xf7], 0xa1),
  charactersOf('big5', [0xa4, 0xc6]),
  charactersOf('shift_jis', [0x88, 0x9f]),
  charactersOf('shift_jis', [0xe0, 0xea]),
].join('');

const FOLDER = projectPath('server/text/fonts');
const downloads = mkdtempSync(join(tmpdir(), 'fonts-'));

/** Unpacks a package of the npm registry. @returns its folder */
const unpack = (name, version) => {
  const folder = join(downloads, name);
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--silent', `@expo-google-fonts/${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  const archive = packed.stdout.trim();
  if (packed.status !== 0 || spawnSync('tar', ['xzf', archive], { cwd: folder }).status !== 0)
    fail(`Cannot get the font ${name}: ${packed.stderr}`);
  return join(folder, 'package');
};

const subset = async (source, target, text, features) => {
  const options = { targetFormat: 'truetype', keepFeatures: features };
  writeFileSync(join(FOLDER, target), await subsetFont(readFileSync(source), text, options));
};

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
try {
  say('Latin, Greek, Cyrillic');
  const latin = unpack(LATIN.package, LATIN.version);
  const western = WESTERN.map(characters).join('');
  const features = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk'];
  await subset(join(latin, '400Regular/NotoSans_400Regular.ttf'), 'western-regular.ttf', western, features);
  await subset(join(latin, '700Bold/NotoSans_700Bold.ttf'), 'western-bold.ttf', western, features);
  copyFileSync(join(latin, 'LICENSE_FONT'), join(FOLDER, 'LICENSE'));
  // One weight between regular and bold stands for both, which halves the size.
  for (const [script, version] of Object.entries(WHOLE)) {
    say(script);
    const folder = unpack(`noto-sans-${script.toLowerCase()}`, version);
    const file = join(folder, `500Medium/NotoSans${script}_500Medium.ttf`);
    copyFileSync(file, join(FOLDER, `${script.toLowerCase()}.ttf`));
  }
  say('Chinese, Japanese, Korean');
  const chinese = join(unpack('noto-sans-sc', '0.4.3'), '500Medium/NotoSansSC_500Medium.ttf');
  await subset(chinese, 'han.ttf', HAN + PUNCTUATION_AND_KANA.map(characters).join(''), ['ccmp', 'locl']);
  const korean = join(unpack('noto-sans-kr', '0.4.3'), '500Medium/NotoSansKR_500Medium.ttf');
  await subset(korean, 'hangul.ttf', HANGUL, ['ccmp']);
} finally {
  rmSync(downloads, { recursive: true, force: true });
}
