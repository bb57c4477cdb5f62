import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { schemaVersion } from '../database/migrate.ts';
import type { FileStorage } from '../files/storage.ts';
import type { Owner } from './backup-files.ts';
import { copyFiles, type FileEntry, listFiles } from './stored-files.ts';
import { listSequences, listTables } from './tables.ts';

/** The beginning of a line with a file that the data refer to, and its size. */
export const FILE = '-- File ';

export const HEADER = '-- ClassHarbor backup, schema ';
/** The last line, without which a backup is incomplete. */
export const END = '-- End of backup';

/**
 * The lines of a script that psql could also run (PostgreSQL documentation, COPY, text format).
 * @param files the files that the data refer to, each listed once it has been copied
 */
async function* script(client: PoolClient, files: AsyncIterable<FileEntry>): AsyncGenerator<string | Buffer> {
  yield `${HEADER}${await schemaVersion(client)}\n`;
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
  for await (const { size, key } of files) yield `${FILE}${size} ${key}\n`;
  yield `${END}\n`;
}

/**
 * Writes a new file, so that root does not follow a link that another user placed there. It belongs to the owner from
 * the start.
 */
const writeFile = async (path: string, source: Readable, owner: Owner | undefined): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    if (owner) await file.chown(owner.uid, owner.gid);
    await pipeline(source, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.writeFile(chunk);
    });
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * Writes a consistent snapshot of all stored data into a compressed file, and copies the files beside it. The server
 * can keep running. The file gets its final name once it is complete.
 * @param owner the owner of the files; by default the user of this process
 */
export const writeBackup = async (
  pool: Pool,
  path: string,
  storage: FileStorage,
  owner?: Owner,
): Promise<void> => {
  const client = await pool.connect();
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    await client.query('begin isolation level repeatable read, read only');
    // The first query takes the snapshot. Every file that it refers to is already in storage.
    await client.query('select 1 from users limit 1');
    const files: FileEntry[] = [];
    for await (const entry of listFiles(storage)) files.push(entry);
    const copied = copyFiles(storage, path, files, owner);
    await writeFile(unfinished, Readable.from(script(client, copied)), owner);
    await rename(unfinished, path);
  } catch (error) {
    // If the file could not be created, it cannot be removed either, and that error must not hide the first one.
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    client.release(true);
  }
};
