import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '#server/settings.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');

/** The first group of each match of a pattern. */
const findAll = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found]) => found!);

describe('every setting of the server', () => {
  it('is in .env.example, with a line above that explains it', () => {
    const known = [...SETTINGS, 'POSTGRES_PASSWORD'].sort();
    expect(findAll(read('.env.example'), /^# \S.*\n#?([A-Z\d_]+)=/gm).sort()).toEqual(known);
    expect(findAll(read('.env.example'), /^#?([A-Z\d_]+)=/gm).sort()).toEqual(known);
  });

  it('is passed to the container by compose.yaml', () => {
    const passed = findAll(read('compose.yaml').split('services:')[0]!, /^ {2}([A-Z\d_]+):/gm);
    expect(passed.sort()).toEqual([...SETTINGS, 'PGPASSWORD'].sort());
  });

  it('is explained in docs/deploying.md', () => {
    const firstColumn = findAll(read('docs/deploying.md'), /^\| (`[A-Z\d_]+`(?:, `[A-Z\d_]+`)*)/gm).join(
      ', ',
    );
    expect(findAll(firstColumn, /`([A-Z\d_]+)`/g).sort()).toEqual([...SETTINGS].sort());
  });
});
