// Finds the Chromium for the browser tests, or installs Debian's package if permitted.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail, run, say } from './project.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const ADVICE =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to it';

const find = () => [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));
const canInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** @returns the path of Chromium. Exits with one line of advice if there is none */
export const ensureChromium = () => {
  const found = find();
  if (found) return found;
  if (!canInstall()) fail(ADVICE);
  say('Installing Chromium ...');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  run('apt-get', ['update'], options);
  run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], options);
  return find() ?? fail(ADVICE);
};
