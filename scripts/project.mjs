// Shared by the start, build and test commands: project paths, package installation and builds.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingPackages } from './packages.mjs';
import { findRunningServers } from './running-servers.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The inputs of a build. */
const SOURCES = [
  'contract',
  'server',
  'web',
  'sandbox',
  'vite.config.ts',
  'scripts/bundle.mjs',
  'scripts/compress.mjs',
  'scripts/node-version.mjs',
  'scripts/slim-contract.mjs',
  'package.json',
  'package-lock.json',
];

export const projectPath = (path) => resolve(ROOT, path);

export const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

export const say = (message) => process.stdout.write(`${message}\n`);

/** Runs a program and shows its output. Exits with its exit code if it fails. */
export const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error) fail(`Cannot run ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
};

const collect = (args) =>
  new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', ({ message }) => resolve({ status: 1, output: message }));
    child.on('close', (status) => resolve({ status, output }));
  });

/** Runs programs of node_modules in parallel. Exits after all of them have finished if one has failed. */
export const runTogether = async (checks) => {
  const results = await Promise.all(
    checks.map(async ([name, args]) => {
      const { status, output } = await collect(args);
      say(`\n${name}: ${status === 0 ? 'passed' : 'failed'}`);
      if (status !== 0) process.stdout.write(output);
      return status;
    }),
  );
  if (results.some((status) => status !== 0)) process.exit(1);
};

const hashFile = (hash, path) => {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) hashFile(hash, join(path, name));
    return;
  }
  hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path));
};

const fingerprint = (paths) => {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) hashFile(hash, projectPath(path));
  return hash.digest('hex');
};

/** Refuses to replace files of a running server, which loads some of them on demand. */
const refuseUnderServer = () => {
  const [server] = findRunningServers(ROOT);
  if (server)
    fail(
      `A server runs from this folder (process ${server}): stop it before anything is installed or built here`,
    );
};

const explainFolder = (work) => {
  try {
    work();
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'EDQUOT'].includes(error.code)) throw error;
    fail(`Cannot write to ${error.path ?? ROOT}: ${error.code}`);
  }
};

const readJson = (path) =>
  existsSync(projectPath(path)) ? JSON.parse(readFileSync(projectPath(path), 'utf8')) : undefined;

export const findMissingPackages = (options) =>
  missingPackages(
    readJson('package-lock.json'),
    readJson('node_modules/.package-lock.json'),
    (folder) => existsSync(projectPath(folder)),
    options,
  );

/** Whether development packages are installed, which npm ci --omit=dev would remove. */
export const hasDevPackages = () =>
  Object.values(readJson('node_modules/.package-lock.json')?.packages ?? {}).some(({ dev }) => dev);

/**
 * Installs missing packages of the lock file. A build needs the development packages, which npm omits by default if
 * NODE_ENV is production.
 */
export const installPackages = ({ withDev = true } = {}) =>
  explainFolder(() => {
    if (findMissingPackages({ withDev }).length === 0) return;
    refuseUnderServer();
    say('Installing packages ...');
    run(
      'npm',
      ['ci', withDev ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [missing] = findMissingPackages({ withDev });
    if (missing) fail(`npm ci did not install ${missing}: delete node_modules and try again`);
  });

const STAMP = 'dist/.classharbor-built';
/** One output file of each part of a build. */
const RESULTS = [
  'dist/web/.vite/manifest.json',
  'dist/pages/entry-server.js',
  'dist/pages/entry-emails.js',
  'dist/server/start.js',
  'dist/sandbox/stripe.js',
];
const hasResults = () => RESULTS.every((path) => existsSync(projectPath(path)));

/** Whether dist/ is up to date. */
export const isBuilt = () =>
  existsSync(projectPath(STAMP)) &&
  readFileSync(projectPath(STAMP), 'utf8') === fingerprint(SOURCES) &&
  hasResults();

export const buildProject = () =>
  explainFolder(() => {
    if (isBuilt()) return;
    refuseUnderServer();
    say('Building ...');
    const sources = fingerprint(SOURCES);
    rmSync(projectPath(STAMP), { force: true });
    run(process.execPath, [projectPath('scripts/bundle.mjs')], {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (!hasResults()) fail('The build is incomplete: delete dist and try again');
    writeFileSync(projectPath(STAMP), sources);
  });
