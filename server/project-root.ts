import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));

/** The folder of package.json, both when running from source and when built. */
export const PROJECT_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
