import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { PROJECT_ROOT } from '../project-root.ts';
import { StartError } from '../start-error.ts';
import { SETTINGS } from './settings.ts';

/** Something in the settings file that looks wrong, in one line, and what to do about it. */
interface SettingsWarning {
  found: string;
  todo: string;
}

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
 * Finds values without quotes that continue behind a `#`, which begins a comment there.
 * @param values what was read from the file
 */
const findCutValues = (file: string, values: NodeJS.Dict<string>): string[] =>
  file.split('\n').flatMap((line) => {
    const [, name = '', text = ''] = /^\s*(?:export\s+)?(\w+)\s*=(.*)$/.exec(line) ?? [];
    // A space before the # is how a comment is meant.
    const [, kept] = /^(|\s*[^\s'"`#](?:[^#]*[^\s#])?)#/.exec(text) ?? [];
    // A line within quotes of several lines looks like a setting, too.
    return kept !== undefined && values[name] === kept.trim() ? [name] : [];
  });

/** Variables that are not settings of the server but can be in its file: those of PostgreSQL, Node.js, npm and Docker. */
const FOREIGN =
  /^(?:PG|NODE_|NPM_|npm_|DOCKER_|COMPOSE_)|^(?:POSTGRES_PASSWORD|ENV_FILE|TZ|TMPDIR|LANG|LC_\w+|PATH|HOME)$/;

/** Finds names that the server does not know, such as misspelled ones, whose values it ignores. */
const findUnknown = (names: readonly string[]): string[] =>
  names.filter((name) => !SETTINGS.includes(name) && !FOREIGN.test(name));

/**
 * Adds the variables from `.env` in the project folder, or from the file named by `ENV_FILE`. Existing variables take
 * precedence.
 * @returns warnings about values that were cut off and about unknown names
 * @throws StartError if the file cannot be read
 */
export const loadSettingsFile = (variables: NodeJS.ProcessEnv): SettingsWarning[] => {
  const path = resolve(PROJECT_ROOT, variables.ENV_FILE || DEFAULT_FILE);
  const file = readFile(path, Boolean(variables.ENV_FILE));
  const given = parseEnv(file);
  const added = Object.keys(given).filter((name) => variables[name] === undefined);
  for (const name of added) variables[name] = given[name];
  const cut = findCutValues(file, given).filter((name) => added.includes(name));
  return [
    ...cut.map((name) => ({
      found: `The value of ${name} in ${path} ends before a #: put it in single quotes`,
      todo: 'If only a comment follows, put a space before the #.',
    })),
    ...findUnknown(Object.keys(given)).map((name) => ({
      found: `${name} in ${path} is not a setting and has no effect`,
      todo: 'Correct the name, or remove the line.',
    })),
  ];
};
