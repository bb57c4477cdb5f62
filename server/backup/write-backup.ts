import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { schemaVersion } from '../database/migrate.ts';
import { listSequences, listTables } from './tables.ts';

export const HEADER = '-- ClassHarbor backup, schema ';
/** The last line, without which a backup is not whole. */
export const END = '-- End of backup';

/** The lines of a script that psql could run as well (PostgreSQL documentation, COPY, text format). */
async function* script(client: PoolClient): AsyncGenerator<string | Buffer> {
  yield `${HEADER}${await schemaVersion(client)}\n`;
  const tables = await listTables(client);
  // What triggers keep is in the backup already.
  for (const { name } of tables) yield `ALTER TABLE ${name} DISABLE TRIGGER USER;\n`;
  for (const { name, columns } of tables) {
    const list = columns.join(', ');
    yield `COPY ${name} (${list}) FROM stdin;\n`;
    yield* client.query(copyTo(`COPY ${name} (${list}) TO STDOUT`)) as AsyncIterable<Buffer>;
    yield '\\.\n';
  }
  for (const { name } of tables) yield `ALTER TABLE ${name} ENABLE TRIGGER USER;\n`;
  for (const statement of await listSequences(client)) yield `${statement}\n`;
  yield `${END}\n`;
}

/**
 * Writes all that the product keeps into a compressed file, as it is at one moment, while the server goes on.
 * The file appears under its name once it is whole.
 */
export const writeBackup = async (pool: Pool, path: string): Promise<void> => {
  const client = await pool.connect();
  const unfinished = `${path}.unfinished`;
  try {
    await client.query('begin isolation level repeatable read, read only');
    await pipeline(
      Readable.from(script(client)),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600 }),
    );
    await client.query('commit');
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
    client.release(true);
  }
};
