import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { PROJECT_ROOT } from './project-root.ts';
import { StartError } from './start-error.ts';

const DEFAULT_FILE = '.env';

const readFile = (path: string, isRequired: boolean): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isRequired) return '';
    throw new StartError(`Cannot read the settings in ${path}: ${code}`);
  }
};

/**
 * Adds the variables from `.env` in the project folder, or from the file named by `ENV_FILE`. Existing variables take
 * precedence.
 * @throws StartError if the file cannot be read
 */
export const loadSettingsFile = (variables: NodeJS.ProcessEnv): void => {
  const path = resolve(PROJECT_ROOT, variables.ENV_FILE || DEFAULT_FILE);
  const given = parseEnv(readFile(path, Boolean(variables.ENV_FILE)));
  for (const [name, value] of Object.entries(given)) variables[name] ??= value;
};
