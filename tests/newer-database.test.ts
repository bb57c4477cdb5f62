import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownSchema } from '#server/database/migrate.ts';
import { DoctorSite } from './support/doctor-site.ts';
import { migratedDatabase } from './support/empty-database.ts';
import { execute } from './support/postgres.ts';
import { runCommand } from './support/run-command.ts';
import { startTestServer } from './support/start-test-server.ts';

/** Makes a database look as if a later version had migrated it. */
const upgrade = (url: string) =>
  execute(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${knownSchema() + 86_400_000})`,
  );

const NEWER =
  /^This database was created or upgraded by a newer version \(schema of [^)]+\) than this one \([^)]+\): /;

let site: DoctorSite;

beforeAll(async () => {
  site = await DoctorSite.start();
  await upgrade(site.databaseUrl);
});
afterAll(() => site.close());

describe('on a database that a newer version has migrated', () => {
  it('no server starts, and the reason is one line', async () => {
    const error: unknown = await startTestServer(site.databaseUrl, site.variables).catch(
      (one: unknown) => one,
    );
    expect((error as Error).message).toMatch(NEWER);
    expect((error as Error).name).toBe('StartError');
  });

  it('a running server stays ready, and the doctor names the version', async () => {
    const response = await fetch(`${site.url}/api/readyz`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
    await site.expectOnly(
      /^problem +Database +This database was created or upgraded by a newer version .*\nRun that version/,
    );
  });

  it.each(['admin', 'check-books', 'adopt-payments'])('%s does nothing', async (command) => {
    const { code, output } = await runCommand(
      command,
      command === 'admin' ? ['somebody@example.test'] : [],
      site.databaseUrl,
      site.variables,
    );
    expect(output).toMatch(NEWER);
    expect(output).toMatch(/: use the command of that version\n$/);
    expect(code).toBe(1);
  });

  it('no backup is restored', async () => {
    const url = await migratedDatabase();
    await upgrade(url);
    const folder = await mkdtemp(join(tmpdir(), 'classharbor-newer-'));
    const file = join(folder, 'backup.gz');
    await writeFile(file, gzipSync(`-- ClassHarbor backup, schema ${knownSchema()}\n-- End of backup\n`));
    const { code, output } = await runCommand('restore', [file], url);
    expect(output).toMatch(NEWER);
    expect(output).toMatch(/: restore into a new one\n$/);
    expect(code).toBe(1);
    await rm(folder, { recursive: true });
  });
});
