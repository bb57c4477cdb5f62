// Finds the Chromium for the browser tests, or installs Debian's package if permitted.
import { existsSync } from 'node:fs';
import { canInstallPackages, installDebianPackage } from './debian-package.mjs';
import { fail, say } from './project.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const ADVICE =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to it';

const find = () => [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));
/** @returns the path of Chromium. Exits with one line of advice if there is none */
export const ensureChromium = () => {
  const found = find();
  if (found) return found;
  if (!canInstallPackages()) fail(ADVICE);
  say('Installing Chromium ...');
  installDebianPackage('chromium');
  return find() ?? fail(ADVICE);
};
