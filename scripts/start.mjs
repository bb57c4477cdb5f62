// npm start: installs and builds what is out of date, then runs the server in this process.
import { ensureSupportedNode, stopWithParent } from './node-version.mjs';
import { configuredPort, isInUse } from './port.mjs';
import {
  buildProject,
  fail,
  findMissingPackages,
  hasDevPackages,
  installPackages,
  isBuilt,
  projectPath,
} from './project.mjs';

/** Reports a port that is in use, before anything is installed or built for nothing. */
const refuseWhileServing = async () => {
  const port = configuredPort();
  if (port && (await isInUse(port)))
    fail(
      `The port ${port} is in use: stop the program that uses it before this version is built, or set another PORT`,
    );
};

await ensureSupportedNode();
const needsBuild = !isBuilt();
const packages = { withDev: needsBuild || hasDevPackages() };
if (needsBuild || findMissingPackages(packages).length > 0) await refuseWhileServing();
installPackages(packages);
if (needsBuild) buildProject();
process.env.NODE_ENV ??= 'production';
stopWithParent();
await import(projectPath('dist/server/start.js'));
