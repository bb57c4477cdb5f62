import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { PART_SIZE } from '#web/calls/uploads.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const project = JSON.parse(read('package.json')) as { version: string; license: string };

it('the version is the newest of CHANGELOG.md, and that of the lock file', () => {
  const [newest] = Array.from(read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/gm));
  expect(newest?.[1]).toBe(project.version);
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, unknown>;
  };
  expect(lock.version).toBe(project.version);
  expect(lock.packages['']).toMatchObject({ version: project.version, license: project.license });
});

it('the license is that of LICENSE', () => {
  expect(read('LICENSE').split('\n')[0]).toBe(`${project.license} License`);
});

it.each(['Caddyfile.two-servers', 'nginx.conf'])(
  'the example %s sends no POST again that may have reached a server',
  (name) => {
    const directives = read(`deploy/${name}`).replaceAll(/^\s*#.*$/gm, '');
    expect(directives).not.toMatch(/non_idempotent|lb_retry_match|http_50\d/);
  },
);

it('the example nginx.conf accepts the chunks in which files are uploaded', () => {
  const [, mebibytes] = /^\s*client_max_body_size (\d+)m;$/m.exec(read('deploy/nginx.conf'))!;
  expect(Number(mebibytes) * 1024 ** 2).toBeGreaterThan(PART_SIZE);
});
