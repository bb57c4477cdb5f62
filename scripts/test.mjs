// npm test: sets up what is missing, then runs every check. The first that fails ends it.
import { ensureChromium } from './chromium.mjs';
import { ensureSupportedNode } from './node-version.mjs';
import { buildProject, installPackages, run, say } from './project.mjs';

await ensureSupportedNode();
installPackages();
process.env.CHROMIUM_PATH = ensureChromium();
buildProject();

const CHECKS = [
  ['Types', 'tsc', ['--project', '.']],
  ['Lint', 'eslint', ['.', '--max-warnings', '0']],
  ['Dead code', 'knip', []],
  ['Format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['Unit and API tests', 'vitest', ['run']],
  ['Browser tests', 'playwright', ['test']],
];

const start = Date.now();
for (const [name, program, args] of CHECKS) {
  say(`\n${name}`);
  run('npx', ['--no-install', program, ...args]);
}
say(`\nEverything passed in ${Math.round((Date.now() - start) / 1_000)} s`);
