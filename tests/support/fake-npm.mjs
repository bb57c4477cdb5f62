// Stands in for npm in a copy of the project: `npm ci` links the packages of the real project, selected as npm would.
// It records its arguments in npm.log, and fails if the folder has a file npm-fails.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const [, , real, command, ...args] = process.argv;
appendFileSync('npm.log', `${[command, ...args].join(' ')}\n`);
if (command !== 'ci') throw new Error(`Not known: npm ${command}`);
rmSync('node_modules', { recursive: true, force: true });
if (existsSync('npm-fails')) process.exit(1);

const isProduction = args.includes('--omit=dev') || process.env.NODE_ENV === 'production';
const withDev = args.includes('--include=dev') || !isProduction;
const { packages, ...rest } = JSON.parse(readFileSync(join(real, 'node_modules/.package-lock.json'), 'utf8'));
const chosen = Object.fromEntries(
  Object.entries(packages).filter(([, { dev, devOptional }]) => withDev || !(dev || devOptional)),
);
for (const folder of Object.keys(chosen)) {
  if (folder.lastIndexOf('node_modules/') > 0) continue;
  mkdirSync(dirname(folder), { recursive: true });
  symlinkSync(join(real, folder), folder);
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ ...rest, packages: chosen }));
