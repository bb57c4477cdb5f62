import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { describeNewerSchema, describeSchema, knownSchema, schemaVersion } from '../database/migrate.ts';
import { StartError } from '../start-error.ts';
import { VERSION } from '../version.ts';
import { ENDED_BY_RESTORE, listTables } from './tables.ts';
import type { FileEntry } from './backup-store.ts';
import { END, FILE, HEADER, RELEASE } from './write-backup.ts';

const requireEmpty = async (client: ClientBase): Promise<void> => {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`);
    if (rowCount)
      throw new StartError(`The database is not empty (${name} has rows): restore into a new one`);
  }
};

const notABackup = () => new StartError('This file is not a ClassHarbor backup');
const damaged = () => new StartError('The backup is damaged');
/** Whether an error says that compressed data are invalid. */
const isDamage = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'Z_DATA_ERROR';

/** Whether an error says that compressed data end too early. */
const isCutOff = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';

const notWhole = () => new StartError('The backup is incomplete: the file ends too early');

/** Splits a text into lines. Only a line feed ends a line, because other line separators can occur in texts. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) throw notWhole();
}

/** The rows of a table, up to the line that ends them. */
async function* rowsOf(lines: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw notWhole();
    if (value === '\\.') return;
    yield `${value}\n`;
  }
}

/** Reads the first line. @returns the schema of the backup, see `schemaVersion` */
const readSchema = async (lines: AsyncGenerator<string, void>): Promise<number> => {
  const line = await lines.next().then(
    ({ value }) => value ?? '',
    (error: unknown) => {
      throw isDamage(error) ? notABackup() : error;
    },
  );
  const schema = line.startsWith(HEADER) ? line.slice(HEADER.length) : '';
  if (!/^\d{1,15}$/.test(schema)) throw notABackup();
  return Number(schema);
};

const otherVersion = (schema: number, secondLine: string): StartError => {
  const known = knownSchema();
  const release = secondLine.startsWith(RELEASE) ? secondLine.slice(RELEASE.length) : undefined;
  const made = [release, describeSchema(schema)].filter(Boolean).join(', ');
  const [kind, then] = schema < known ? ['an older', ', then upgrade'] : ['a newer', ''];
  return new StartError(
    `This backup was made by ${kind} version (${made}) than this one (${VERSION}, ${describeSchema(known)}): restore it with that version into a new database${then}`,
  );
};

const readFileLine = (line: string): FileEntry => {
  const [size, key, copy = key] = line.slice(FILE.length).split(' ');
  return { key: key!, size: Number(size), copy: copy! };
};

/** Decompresses a backup. An error reaches the reader of the text. */
const decompress = (content: Readable): AsyncIterable<string> => {
  const text = createGunzip().setEncoding('utf8');
  pipeline(content, text).catch((error: unknown) => text.destroy(error as Error));
  return text as AsyncIterable<string>;
};

/**
 * Reads which files a backup needs, of whatever version it is.
 * @returns none if it cannot be restored, because it is not a backup, incomplete or damaged
 * @throws Error if it cannot be read
 */
export const readFileList = async (content: Readable): Promise<FileEntry[]> => {
  const files: FileEntry[] = [];
  const lines = linesOf(decompress(content));
  let isRow = false;
  try {
    if (!((await lines.next()).value ?? '').startsWith(HEADER)) return [];
    for await (const line of lines) {
      if (isRow) isRow = line !== '\\.';
      else if (line.startsWith('COPY ')) isRow = true;
      else if (line.startsWith(FILE)) files.push(readFileLine(line));
      else if (line === END) return files;
    }
    return [];
  } catch (error) {
    if (error instanceof StartError || isDamage(error) || isCutOff(error)) return [];
    throw error;
  } finally {
    content.destroy();
  }
};

/**
 * Checks that this version can restore a backup, by its first lines, before anything is changed for it.
 * @throws StartError if it is not a backup, or was made by a version with another schema
 */
export const requireRestorable = async (content: Readable): Promise<void> => {
  const lines = linesOf(decompress(content));
  try {
    const schema = await readSchema(lines);
    if (schema !== knownSchema()) throw otherVersion(schema, (await lines.next()).value ?? '');
  } catch (error) {
    throw isCutOff(error) ? notWhole() : error;
  } finally {
    await lines.return();
    content.destroy();
  }
};

/**
 * Checks that a backup can be restored into a database, before the database is migrated.
 * @throws StartError if it has data, or if a newer version has migrated it
 */
export const requireNewDatabase = async (pool: Pool): Promise<void> => {
  const client = await pool.connect();
  try {
    await requireEmpty(client);
    const newer = await describeNewerSchema(client);
    if (newer) throw new StartError(`${newer}: restore into a new one`);
  } finally {
    client.release();
  }
};

/** Runs the script of a backup. @returns the files that the data refer to */
const runScript = async (client: PoolClient, lines: AsyncGenerator<string, void>): Promise<FileEntry[]> => {
  const files: FileEntry[] = [];
  if ((await readSchema(lines)) !== (await schemaVersion(client)))
    throw new StartError('The schema of the database is not that of the backup');
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw notWhole();
    if (line === END) {
      // Reads the checksum, which is behind the last line.
      if (!(await lines.next()).done) throw damaged();
      return files;
    }
    if (line.startsWith(RELEASE)) continue;
    if (line.startsWith(FILE)) {
      files.push(readFileLine(line));
    } else if (line.startsWith('COPY ')) {
      await pipeline(Readable.from(rowsOf(lines)), client.query(copyFrom(line.replace(/;$/, ''))));
    } else {
      await client.query(line);
    }
  }
};

/**
 * Restores a backup into an empty, migrated database, in one transaction. Sessions and one-time links end.
 * @param putFiles puts the files into storage before the data that refer to them become visible
 * @throws StartError if the file is not a backup, is of another version or incomplete, or the database is not empty
 */
export const readBackup = async (
  pool: Pool,
  content: Readable,
  putFiles: (files: readonly FileEntry[]) => Promise<void>,
): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await requireEmpty(client);
    const files = await runScript(client, linesOf(decompress(content)));
    for (const name of ENDED_BY_RESTORE) await client.query(`delete from ${name}`);
    await putFiles(files);
    await client.query('commit');
  } catch (error) {
    if (isCutOff(error)) throw notWhole();
    throw isDamage(error) ? damaged() : error;
  } finally {
    content.destroy();
    client.release(true);
  }
};
