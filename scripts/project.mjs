// What the start and test commands share: where the project is, what it needs, and what is out of date.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOWEST_NODE = [20, 19];
/** All that a build is made of. */
const SOURCES = [
  'contract',
  'server',
  'web',
  'sandbox',
  'vite.config.ts',
  'scripts/build.mjs',
  'scripts/compress.mjs',
  'package-lock.json',
];

export const projectPath = (path) => join(ROOT, path);

export const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

export const say = (message) => process.stdout.write(`${message}\n`);

/** Runs a program with its output shown. Ends this process with its exit code when it fails. */
export const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error) fail(`Cannot run ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
};

export const checkNodeVersion = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor < LOWEST_NODE[1])) {
    fail(`ClassHarbor needs Node.js ${LOWEST_NODE.join('.')} or newer; this is ${process.versions.node}`);
  }
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

/** Does `work` unless it was done for exactly these files. */
const whenStale = (stampPath, paths, work) => {
  const stamp = projectPath(stampPath);
  const current = fingerprint(paths);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
};

const explainFolder = (work) => {
  try {
    work();
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
    fail(`Cannot write to ${error.path ?? ROOT}: ${error.code}`);
  }
};

export const installPackages = () =>
  explainFolder(() =>
    whenStale('node_modules/.classharbor-installed', ['package-lock.json'], () => {
      say('Installing packages ...');
      run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    }),
  );

export const buildProject = () =>
  explainFolder(() =>
    whenStale('dist/.classharbor-built', SOURCES, () => {
      say('Building ...');
      run(process.execPath, [projectPath('scripts/build.mjs')], {
        env: { ...process.env, NODE_ENV: 'production' },
      });
    }),
  );
