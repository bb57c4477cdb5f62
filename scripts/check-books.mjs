// npm run check:books: brings the build up to date, then holds the books against the card provider's.
import { buildProject, checkNodeVersion, installPackages, projectPath } from './project.mjs';

checkNodeVersion();
installPackages();
buildProject();
await import(projectPath('dist/server/check-books.js'));
