// npm test: installs and builds what is missing, then runs every check and stops at the first failure.
import { ensureChromium } from './chromium.mjs';
import { ensureSupportedNode } from './node-version.mjs';
import { buildProject, installPackages, run, runTogether, say } from './project.mjs';

await ensureSupportedNode();
installPackages();
process.env.CHROMIUM_PATH = ensureChromium();
buildProject();

const start = Date.now();
// Each check uses one processor, so in parallel they take as long as the linter alone.
await runTogether([
  ['Lint', ['eslint', '.', '--max-warnings', '0']],
  ['Types', ['tsc', '--project', '.']],
  ['Dead code', ['knip', '--no-progress']],
  ['Format', ['prettier', '--check', '--log-level', 'warn', '.']],
]);
for (const [name, args] of [
  ['Unit and API tests', ['vitest', 'run']],
  ['Browser tests', ['playwright', 'test']],
]) {
  say(`\n${name}`);
  run('npx', ['--no-install', ...args]);
}
say(`\nEverything passed in ${Math.round((Date.now() - start) / 1_000)} s`);
