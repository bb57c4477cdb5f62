import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { knownSchema, schemaVersion } from '../database/migrate.ts';
import type { FileStorage, StoredFile } from '../files/storage.ts';
import { VERSION } from '../version.ts';
import type { BackupStore, FileEntry } from './backup-store.ts';
import { listFiles } from './stored-files.ts';
import { listSequences, listTables } from './tables.ts';

/** The beginning of a line with a file that the data refer to: its size, its key, and the key of its copy if it is another. */
export const FILE = '-- File ';

/** The beginning of the first line, which ends with the schema of the database. */
export const HEADER = '-- ClassHarbor backup, schema ';
/** The beginning of the second line, which names the version that can restore the backup. Older backups lack it. */
export const RELEASE = '-- Made by version ';
/** The last line, without which a backup is incomplete. */
export const END = '-- End of backup';

/**
 * The lines of a script that psql could also run (PostgreSQL documentation, COPY, text format).
 * @param files the files that the data refer to, each listed once it has been copied
 */
async function* script(client: PoolClient, files: AsyncIterable<FileEntry>): AsyncGenerator<string | Buffer> {
  const schema = await schemaVersion(client);
  yield `${HEADER}${schema}\n`;
  // Before an upgrade, the command of the new version can back up a database that it could not restore.
  if (schema === knownSchema()) yield `${RELEASE}${VERSION}\n`;
  const tables = await listTables(client);
  // The backup already contains what triggers maintain.
  for (const { name } of tables) yield `ALTER TABLE ${name} DISABLE TRIGGER USER;\n`;
  for (const { name, columns } of tables) {
    const list = columns.join(', ');
    yield `COPY ${name} (${list}) FROM stdin;\n`;
    yield* client.query(copyTo(`COPY ${name} (${list}) TO STDOUT`)) as AsyncIterable<Buffer>;
    yield '\\.\n';
  }
  for (const { name } of tables) yield `ALTER TABLE ${name} ENABLE TRIGGER USER;\n`;
  for (const statement of await listSequences(client)) yield `${statement}\n`;
  // Copying the files takes longer than a snapshot should be held.
  await client.query('commit');
  for await (const { size, key, copy } of files)
    yield `${FILE}${size} ${key}${copy === key ? '' : ` ${copy}`}\n`;
  yield `${END}\n`;
}

/**
 * Writes a consistent snapshot of all stored data into a store of backups, and copies the files there. The server can
 * keep running.
 */
export const writeBackup = async (
  pool: Pool,
  store: BackupStore,
  name: string,
  storage: FileStorage,
): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    // The first query takes the snapshot. Every file that it refers to is already in storage.
    await client.query('select 1 from users limit 1');
    const files: StoredFile[] = [];
    for await (const file of listFiles(storage)) files.push(file);
    const compressed = createGzip();
    const source = Readable.from(script(client, store.copyFiles(name, storage, files)));
    // An error reaches the store, which reads to the end.
    pipeline(source, compressed).catch((error: unknown) => compressed.destroy(error as Error));
    await store.write(name, compressed);
  } finally {
    client.release(true);
  }
};
