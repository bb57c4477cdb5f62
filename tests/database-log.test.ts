import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeDataDir, startDemoServer } from './support/built-server.ts';
import { connectToEmbedded } from './support/embedded-database.ts';
import { startOnCopy } from './support/test-app.ts';
import { usedDataDir } from './support/used-data-dir.ts';

const PERSON = 'in-the-log@example.test';
let folder: string;
let log: string;
let site: Awaited<ReturnType<typeof startDemoServer>>;
let client: Client;

beforeAll(async () => {
  folder = await usedDataDir('demo');
  log = join(folder, 'postgres/server.log');
  site = await startDemoServer({ DATA_DIR: folder, LOG_LEVEL: 'trace' });
  client = await connectToEmbedded(folder);
});
afterAll(async () => {
  await client.end();
  await site.close();
  await removeDataDir(folder);
});

it("the database's own log keeps no row, parameter or statement of what fails", async () => {
  await client.query('create table kept (email text primary key check (length(email) < 40))');
  await client.query('insert into kept values ($1)', [PERSON]);
  const failing: [string, unknown[]][] = [
    ['insert into kept values ($1)', [PERSON]],
    ['insert into kept values ($1)', [PERSON.repeat(3)]],
    ['select $1::text::int', [PERSON]],
    [`select '${PERSON}'::uuid`, []],
    [`select 1 from "${PERSON}"`, []],
    [`do $$ begin raise exception '${PERSON}'; end $$`, []],
    [`do $$ begin raise warning '${PERSON}'; end $$`, []],
  ];
  for (const [statement, parameters] of failing)
    await client.query(statement, parameters).catch(() => undefined);
  await client.query('checkpoint');
  const text = await readFile(log, 'utf8');
  expect(text).toContain('database system is ready');
  for (const word of [PERSON, 'kept', 'insert into', 'checkpoint starting']) expect(text).not.toContain(word);
});

it("the database's own log is bounded while the database runs, and logging continues", async () => {
  await appendFile(log, `${'x'.repeat(99)}\n`.repeat(30_000));
  await expect.poll(async () => (await stat(log)).size, { timeout: 20_000 }).toBeLessThan(1024 * 1024);
  const pid = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGHUP');
  await expect.poll(() => readFile(log, 'utf8')).toContain('received SIGHUP');
  expect((await stat(log)).size).toBeLessThan(1024 * 1024);
});

/** Halts a process until its event loop is late, and lets it go on. */
const delay = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  await sleep(1_500);
  process.kill(pid, 'SIGCONT');
};

it('a flood of requests that are refused because of overload is one log line, without a stack', async () => {
  const busy = await startOnCopy({ MAX_EVENT_LOOP_DELAY: '300' });
  const statusOf = async (path: string) => (await fetch(`${busy.url}/api${path}`)).status;
  let floods = 0;
  let refused = 0;
  // The server takes the mean delay of each second. A single delay may end up between many timely turns of the loop.
  await expect
    .poll(
      async () => {
        await delay(busy.server.process.pid!);
        const [ready, ...responses] = await Promise.all([
          statusOf('/readyz'),
          ...Array.from({ length: 200 }, () => statusOf('/roles')),
        ]);
        // A proxy does not remove a server that is only busy.
        expect(ready).toBe(200);
        const count = responses.filter((status) => status === 503).length;
        refused += count;
        if (count) floods += 1;
        return count;
      },
      { timeout: 60_000, interval: 0 },
    )
    .toBeGreaterThan(20);
  await busy.close();
  const lines = busy.server.output.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.length).toBeLessThanOrEqual(floods);
  const entries = lines.map((line) => JSON.parse(line) as { level: number; refused: number; msg: string });
  for (const { level, msg } of entries)
    expect({ level, msg }).toEqual({ level: 40, msg: 'Too busy: requests were refused' });
  expect(entries.reduce((sum, entry) => sum + entry.refused, 0)).toBe(refused);
  for (const line of lines) expect(line.length).toBeLessThan(300);
});
