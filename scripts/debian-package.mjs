// Installs packages of Debian that the tests need.
import { spawnSync } from 'node:child_process';

const OPTIONS = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
};

/** Only root can install packages, and only on Debian. */
export const canInstallPackages = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** @returns whether the package could be installed */
export const installDebianPackage = (name) => {
  if (!canInstallPackages()) return false;
  spawnSync('apt-get', ['update'], OPTIONS);
  return spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', name], OPTIONS).status === 0;
};
