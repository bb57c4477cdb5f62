import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { installDebianPackage } from '../../scripts/debian-package.mjs';
import { execute } from './postgres.ts';

const isRoot = process.getuid?.() === 0;

/** Finds PgBouncer, and installs Debian's package if that is permitted. */
const findProgram = (): string | undefined => {
  const find = () => spawnSync('which', ['pgbouncer']).stdout.toString().trim() || undefined;
  return find() ?? (installDebianPackage('pgbouncer') ? find() : undefined);
};

/** Starts PgBouncer in transaction mode in front of a database. @returns undefined if PgBouncer is not available */
export const startPgBouncer = async (
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<void> } | undefined> => {
  const program = findProgram();
  if (!program) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-pgbouncer-'));
  const port = await freePort();
  const { hostname, port: target, username, password, pathname } = new URL(databaseUrl);
  const settings = `[databases]
${pathname.slice(1)} = host=${hostname} port=${target} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
ignore_startup_parameters = extra_float_digits
`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings);
  // PgBouncer refuses to run as root.
  spawnSync('chmod', ['755', folder]);
  const pooler = spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' });
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  await expect
    .poll(() =>
      execute(url, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return {
    url,
    stop: async () => {
      pooler.kill();
      await once(pooler, 'exit');
      await rm(folder, { recursive: true });
    },
  };
};
