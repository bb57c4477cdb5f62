// npm run build: builds the site into dist/, unless what is there is made of these sources.
import { ensureSupportedNode } from './node-version.mjs';
import { buildProject, installPackages } from './project.mjs';

await ensureSupportedNode();
installPackages();
buildProject();
