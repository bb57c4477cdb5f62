// npm start: brings everything up to date, then becomes the server.
import { buildProject, checkNodeVersion, installPackages, projectPath } from './project.mjs';

/** Milliseconds. */
const PARENT_CHECK = 250;

/**
 * npm runs us through a shell that does not pass a SIGTERM on: when that parent is gone, we were meant to
 * stop too.
 */
const stopWithParent = () => {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK).unref();
};

checkNodeVersion();
installPackages();
buildProject();
process.env.NODE_ENV ??= 'production';
if (process.env.npm_lifecycle_event) stopWithParent();
await import(projectPath('dist/server/start.js'));
