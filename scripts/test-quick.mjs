// npm run test:quick [-- COMMIT]: checks types, and the lint, format and neighboring tests of files changed since a commit
// (default HEAD), including uncommitted files.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureSupportedNode } from './node-version.mjs';
import { buildProject, fail, installPackages, projectPath, run, runTogether, say } from './project.mjs';

await ensureSupportedNode();
const [base = 'HEAD'] = process.argv.slice(2);

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: projectPath('.'), encoding: 'utf8' });
  if (status !== 0) fail(stderr.trim());
  return stdout.split('\0').filter((name) => name && existsSync(projectPath(name)));
};

const changed = [
  ...git('diff', '--name-only', '-z', base),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
];
if (changed.length === 0) {
  say(`Nothing changed since ${base}`);
  process.exit();
}
const start = Date.now();
installPackages();
buildProject();
const code = changed.filter((name) => /\.tsx?$/.test(name));
await runTogether([
  ['Types', ['tsc', '--project', '.']],
  ...(code.length > 0 ? [['Lint', ['eslint', '--max-warnings', '0', ...code]]] : []),
  ['Format', ['prettier', '--check', '--log-level', 'warn', '--ignore-unknown', ...changed]],
]);
const TEST = /\.test\.ts$/;
const testsIn = (folder) =>
  readdirSync(projectPath(folder))
    .filter((name) => TEST.test(name))
    .map((name) => `${folder}/${name}`);
/** Changed tests, and the tests beside changed files. Those in `tests/` concern the whole site. */
const folders = new Set(
  code.map((name) => dirname(name)).filter((folder) => !['.', 'tests'].includes(folder)),
);
const tests = [...new Set([...code.filter((name) => TEST.test(name)), ...[...folders].flatMap(testsIn)])];
if (tests.length > 0) {
  say('\nUnit and API tests');
  run('npx', ['--no-install', 'vitest', 'run', ...tests]);
}
say(`\nEverything passed in ${Math.round((Date.now() - start) / 1_000)} s`);
