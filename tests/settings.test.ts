import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '#server/settings/settings.ts';
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

it('compose.yaml and the systemd unit give the server enough time to stop, however long it drains', () => {
  const longest = Number(/`DRAIN_SECONDS` .*, 0 to (\d+) /.exec(read('docs/deploying.md'))![1]);
  for (const path of ['compose.yaml', 'deploy/classharbor.service']) {
    const [, seconds] = /(?:stop_grace_period: |TimeoutStopSec=)(\d+)s?$/m.exec(read(path))!;
    expect(Number(seconds), path).toBeGreaterThanOrEqual(longest + 5);
  }
});

it('compose.yaml builds a new version when it is started, and never gets it from elsewhere', () => {
  const services = read('compose.yaml')
    .split('services:')[1]!
    .split(/^ {2}(?=\w)/m);
  const own = services.filter((service) => service.includes('image: classharbor'));
  expect(own).toHaveLength(2);
  for (const service of own) expect(service).toMatch(/^ {4}build: \.$[^]*^ {4}pull_policy: build$/m);
});
