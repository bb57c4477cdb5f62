// node scripts/run.mjs [--build] PROGRAM [ARG ...]: runs a program of node_modules, or a file of the project, with a
// supported Node.js. --build brings dist/ up to date first.
import { existsSync } from 'node:fs';
import { ensureSupportedNode } from './node-version.mjs';
import { buildProject, installPackages, projectPath, run } from './project.mjs';

await ensureSupportedNode();
installPackages();
const args = process.argv.slice(2);
if (args[0] === '--build') {
  args.shift();
  buildProject();
}
if (existsSync(projectPath(args[0]))) run(process.execPath, args);
else run('npx', ['--no-install', ...args]);
