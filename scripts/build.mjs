// npm run build: builds the site into dist/, unless the build is up to date.
import { ensureSupportedNode } from './node-version.mjs';
import { buildProject, installPackages } from './project.mjs';

await ensureSupportedNode();
installPackages();
buildProject();
