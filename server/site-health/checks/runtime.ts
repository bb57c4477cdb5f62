import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from '../../../scripts/node-version.mjs';
import { PROJECT_ROOT } from '../../project-root.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

const readRange = (): string =>
  (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { engines: { node: string } })
    .engines.node;

/** Checks whether the project supports this version of Node.js. */
export const checkRuntime = (version = process.versions.node): Outcome => {
  const range = readRange();
  return satisfies(version, range)
    ? ok(`Version ${version}`)
    : problem(
        `Version ${version} is not supported`,
        `Install Node.js ${range}, or use npm start, which provides it.`,
      );
};
