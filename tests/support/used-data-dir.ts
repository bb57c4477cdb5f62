import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { BuiltServer, createDataDir } from './built-server.ts';
import { PUBLIC_SITE } from './start-test-server.ts';

/** The settings with which each kind of folder has been used. */
const KINDS = { demo: { DEMO: 'on' }, 'real site': PUBLIC_SITE };
type Kind = keyof typeof KINDS;

const prepared = new Map<Kind, Promise<string>>();

const prepare = async (kind: Kind): Promise<string> => {
  const folder = await mkdtemp(join(inject('scratch'), 'used-'));
  const server = await new BuiltServer(await freePort(), { ...KINDS[kind], DATA_DIR: folder }).ready();
  await server.stop();
  // The server does not wait longer than five seconds for its database, which may still be writing.
  while (existsSync(join(folder, 'postgres/postmaster.pid'))) await sleep(50);
  return folder;
};

/**
 * Creates a data folder in which a server has been started and stopped before. A copy takes a tenth of the time that a
 * server takes to create its database and its data. The caller removes it.
 */
export const usedDataDir = async (kind: Kind): Promise<string> => {
  if (!prepared.has(kind)) prepared.set(kind, prepare(kind));
  const used = await prepared.get(kind)!;
  const folder = await createDataDir();
  // Preserves the owner, because the database does not run as root.
  await promisify(execFile)('cp', ['-a', `${used}/.`, folder]);
  return folder;
};
