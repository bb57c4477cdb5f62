// Finds the Chromium for the browser tests, or installs Debian's package if permitted.
import { existsSync } from 'node:fs';
import { canInstallPackages, installDebianPackage } from './debian-package.mjs';
import { fail, say } from './project.mjs';

/** Chromium without its windows, which runs the tests in two thirds of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const OTHERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const ADVICE =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to it';

const findFirst = (...paths) => paths.find((path) => path && existsSync(path));

/** @returns the path of an installed Chromium, or undefined if there is none */
export const findChromium = () => findFirst(process.env.CHROMIUM_PATH, HEADLESS_SHELL, ...OTHERS);

/** @returns the path of Chromium. Exits with one line of advice if there is none */
export const ensureChromium = () => {
  const preferred = findFirst(process.env.CHROMIUM_PATH, HEADLESS_SHELL);
  if (preferred) return preferred;
  if (canInstallPackages()) say('Installing Chromium ...');
  for (const name of PACKAGES) {
    installDebianPackage(name);
    const installed = findChromium();
    if (installed) return installed;
  }
  return fail(ADVICE);
};
