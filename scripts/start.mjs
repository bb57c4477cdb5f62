// npm start: brings everything up to date, then becomes the server.
import { buildProject, checkNodeVersion, installPackages, projectPath } from './project.mjs';

checkNodeVersion();
installPackages();
buildProject();
process.env.NODE_ENV ??= 'production';
await import(projectPath('dist/server/start.js'));
