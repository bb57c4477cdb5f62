// node scripts/command.mjs NAME: brings the build up to date, then runs a command of the server with its settings.
import { buildProject, checkNodeVersion, installPackages, projectPath } from './project.mjs';

const [name, ...args] = process.argv.slice(2);
checkNodeVersion();
installPackages();
buildProject();
process.argv.splice(2, Infinity, ...args);
await import(projectPath(`dist/server/${name}.js`));
