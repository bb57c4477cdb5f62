// npm start: brings everything up to date, then becomes the server.
import { configuredPort, isInUse } from './port.mjs';
import {
  buildProject,
  checkNodeVersion,
  fail,
  findMissingPackages,
  hasDevPackages,
  installPackages,
  isBuilt,
  projectPath,
} from './project.mjs';

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

/** Nothing is replaced under a server that runs: it loads parts of itself when it needs them. */
const refuseWhileServing = async () => {
  const port = configuredPort();
  if (port && (await isInUse(port)))
    fail(`The port ${port} is in use: stop what uses it before this version is built, or set another PORT`);
};

checkNodeVersion();
const needsBuild = !isBuilt();
const packages = { withDev: needsBuild || hasDevPackages() };
if (needsBuild || findMissingPackages(packages).length > 0) await refuseWhileServing();
installPackages(packages);
if (needsBuild) buildProject();
process.env.NODE_ENV ??= 'production';
if (process.env.npm_lifecycle_event) stopWithParent();
await import(projectPath('dist/server/start.js'));
