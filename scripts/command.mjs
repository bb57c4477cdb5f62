// node scripts/command.mjs NAME [ARG ...]: runs a command of the built server with the settings of the site. It does not
// install or build anything, because the site may be running from the same files.
import { existsSync } from 'node:fs';
import { ensureSupportedNode } from './node-version.mjs';
import { fail, findMissingPackages, projectPath } from './project.mjs';

const [name, ...args] = process.argv.slice(2);
const file = projectPath(`dist/server/${name}.js`);

await ensureSupportedNode();
if (!existsSync(file))
  fail('There is no build yet: run npm start once, or npm ci --include=dev and npm run build');
const [missing] = existsSync(projectPath('package-lock.json')) ? findMissingPackages({ withDev: false }) : [];
if (missing) fail(`The package ${missing} is not installed: run npm ci`);
process.argv.splice(2, Infinity, ...args);
await import(file);
