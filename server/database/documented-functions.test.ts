import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'server/database/migrations');
const migrations = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
const recipes = readFileSync(join(PROJECT_ROOT, 'docs/architecture.md'), 'utf8');
const documented = [...recipes.matchAll(/`(\w+)\(\)` \(last\s+defined in `([^`]+)`\)/g)];

it('the recipes name functions of the database', () => expect(documented).not.toEqual([]));

it.each(documented.map(([, name, file]) => [name!, file!]))('%s() is last defined in %s', (name, file) => {
  const definition = new RegExp(`CREATE (OR REPLACE )?FUNCTION "?${name}"?\\(`, 'i');
  const defining = migrations.filter((migration) =>
    definition.test(readFileSync(join(FOLDER, migration), 'utf8')),
  );
  expect(defining.sort().at(-1)).toBe(file);
});
