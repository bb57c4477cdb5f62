import { randomBytes, randomInt } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as schema from '#server/database/schema.ts';
import { createFolderStorage } from '#server/files/folder-storage.ts';
import { freePort } from '#server/free-port.ts';
import { cleanFiles } from '#server/modules/files/clean-files.ts';
import { findShopMark } from '#server/modules/payments/shop.repository.ts';
import { createUploadStore } from '#server/modules/files/upload-store.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { type AppWithFiles, startTestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

/** How often the server is killed. Manual runs can use more. */
const KILLS = Number(process.env.UPLOAD_KILLS ?? 4);
/** Milliseconds per kill, most of which is the server's start. */
const TIMEOUT = 60_000;
const UPLOADERS = 4;
const STUDENTS = 5 * UPLOADERS;
/** The longest time until a server is killed after it has stored its first file, in milliseconds. */
const LIFE = 300;
const DAY = 24 * 60 * 60_000;
const CONTENT = Buffer.from(randomBytes(150_000).toString('hex'));

let app: AppWithFiles;
let students: TestUser[];
beforeAll(async () => {
  app = await startTestApp();
  students = [];
  for (let count = 0; count < STUDENTS; count += 1) students.push(await createStudent(app));
});
afterAll(() => app.close());

/** Uploads files in sequence until the server is gone. @returns the files whose storage was confirmed to the student */
const uploadUntilKilled = async (
  url: string,
  { token }: TestUser,
  onStored: () => void,
): Promise<string[]> => {
  const stored: string[] = [];
  const send = async (
    path: string,
    method: string,
    headers: Record<string, string>,
    body: string | Buffer,
  ) => {
    const init = { method, headers: { authorization: `Bearer ${token}`, ...headers }, body };
    return (await fetch(`${url}/api/uploads${path}`, init as RequestInit)).text();
  };
  const post = async (path: string, body: object) =>
    JSON.parse(await send(path, 'POST', { 'content-type': 'application/json' }, JSON.stringify(body))) as {
      _id: string;
    };
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  try {
    for (;;) {
      const { _id } = await post('', { purpose: 'document', size: CONTENT.length });
      await send(`/${_id}`, 'PATCH', { ...tus, 'upload-offset': '0' }, CONTENT);
      stored.push((await post(`/${_id}/file`, { name: 'work.txt' }))._id);
      onStored();
    }
  } catch {
    return stored;
  }
};

it(
  'a server killed during uploads leaves no record without its file, and after the clean-up no file without a record',
  async () => {
    const port = await freePort();
    const variables = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.dataDir,
      DEMO: 'on',
      SECRET: TEST_SECRET,
    };
    const confirmed: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const server = await new BuiltServer(port, variables).ready();
      const uploaders = students.slice((round % 5) * UPLOADERS, (round % 5) * UPLOADERS + UPLOADERS);
      let uploads: Promise<string[]>[] = [];
      await new Promise<void>((resolve) => {
        uploads = uploaders.map((student) => uploadUntilKilled(server.url, student, resolve));
      });
      await new Promise((resolve) => setTimeout(resolve, randomInt(LIFE)));
      await server.stop('SIGKILL');
      confirmed.push(...(await Promise.all(uploads)).flat());
      // Unfinished uploads count toward a student's limit, and are not needed anymore.
      await app.pool.query('delete from uploads where result is null');
    }

    const pathOf = (id: string) => join(app.dataDir, 'files', 'private', id.slice(0, 2), id);
    const { rows } = await app.pool.query<{ id: string; purpose: string; bytes: number }>(
      'select id, purpose, bytes::int from files',
    );
    const recorded = rows.map(({ id }) => id).sort();
    expect(recorded).toEqual(expect.arrayContaining(confirmed));
    for (const { id, bytes } of rows) expect((await stat(pathOf(id))).size, id).toBe(bytes);
    // The demo's videos are files as well.
    const uploaded = rows.filter(({ purpose }) => purpose === 'document');
    expect(new Set(uploaded.map(({ bytes }) => bytes))).toEqual(new Set([CONTENT.length]));

    // Keeps the records new even tomorrow, as if they were in use.
    await app.pool.query("update files set created_at = now() + interval '3 days'");
    const storage = createFolderStorage(join(app.dataDir, 'files'));
    const uploads = createUploadStore(join(app.dataDir, 'uploads'));
    const db = drizzle(app.pool, { schema });
    const findMark = () => findShopMark(db);
    await cleanFiles({ db, storage, uploads, findMark }, { now: new Date(Date.now() + DAY + 60_000) });
    const found: string[] = [];
    for await (const { key } of storage.list('private')) found.push(key.split('/')[2]!);
    expect(found.sort()).toEqual(recorded);
  },
  KILLS * TIMEOUT,
);
