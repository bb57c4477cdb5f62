import { readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { basename, join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../database/schema.ts';
import { createFolderStorage } from '../../files/folder-storage.ts';
import { createFile } from './create-file.ts';
import { createUploadStore } from './upload-store.ts';
import { createUpload, phonePhoto, sendPart, upload, uploadFile } from '#tests/support/pictures.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { type AppWithFiles, startTestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
import { MP4 } from '#tests/support/videos.ts';

const MEGABYTE = 1024 * 1024;
const ALLOWED = 15 * MEGABYTE;
const SENT = 2_048 * MEGABYTE;
/** The maximum size of two socket buffers, which fill up before a sender notices that nobody reads. */
const BUFFERS = 16 * MEGABYTE;

const PDF = Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

let app: AppWithFiles;
let ada: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  ada = await createStudent(app);
});
afterAll(() => app.close());

describe('a request of 2 GB where 15 MB are allowed', () => {
  /** Sends until the server responds or disconnects. @returns the status, if any, and the number of bytes sent */
  const sendTooMuch = async (headers: Record<string, string | number>) => {
    const id = await createUpload(app, ada, ALLOWED);
    const part = Buffer.alloc(MEGABYTE, 'a');
    let bytes = 0;
    const status = await new Promise<number | undefined>((resolve) => {
      const sending = request(`${app.url}/api/uploads/${id}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${ada.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
      });
      const more = () => {
        while (bytes < SENT && !sending.destroyed) {
          bytes += part.length;
          if (!sending.write(part)) return;
        }
        sending.end();
      };
      sending.on('drain', more);
      sending.once('error', () => resolve(undefined));
      sending.once('response', (response) => {
        sending.destroy();
        resolve(response.statusCode);
      });
      more();
    });
    const { size } = await stat(join(app.dataDir, 'uploads', id));
    return { status, bytes, size };
  };

  it('is refused before it is sent if its size is known', async () => {
    const body = { purpose: 'picture', size: SENT };
    const { status } = await app.call('POST', '/uploads', { body, token: ada.token });
    expect(status).toBe(400);
    const declared = await sendTooMuch({ 'content-length': SENT });
    expect([413, undefined]).toContain(declared.status);
    expect(declared.bytes).toBeLessThan(BUFFERS);
    expect(declared.size).toBe(0);
  });

  it('is cut off at the limit if its size is not known', async () => {
    const unknown = await sendTooMuch({ 'transfer-encoding': 'chunked' });
    expect([413, undefined]).toContain(unknown.status);
    expect(unknown.bytes).toBeLessThan(ALLOWED + BUFFERS);
    expect(unknown.size).toBeLessThanOrEqual(ALLOWED);
  });
});

/** The names of the contents of all private files. */
const listPrivate = async (): Promise<string[]> =>
  (await readdir(join(app.dataDir, 'files', 'private'), { recursive: true }))
    .filter((path) => path.includes('/'))
    .map((path) => basename(path))
    .sort();

describe('two servers with the same folder', () => {
  it('never change a stored file by a chunk that one of them is still receiving', async () => {
    const [sent, late] = [Buffer.from('As submitted'), Buffer.from('As it suits')];
    const id = await createUpload(app, ada, sent.length, 'document');
    const part = join(app.dataDir, 'uploads', id);
    const open = request(`${app.url}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': sent.length,
      },
    });
    const ended = new Promise((resolve) => open.once('response', resolve).once('error', resolve));
    open.write(late.subarray(0, 1));
    await expect.poll(async () => (await stat(part)).size).toBe(1);
    // The other server knows nothing of the open request.
    await writeFile(part, sent, { flag: 'r+' });
    const { status, body } = await app.call('POST', `/uploads/${id}/file`, {
      body: { name: 'a.txt' },
      token: ada.token,
    });
    expect([status, body.bytes]).toEqual([200, sent.length]);
    open.end(Buffer.concat([late.subarray(1), Buffer.from('!')]));
    await ended;
    const stored = join(app.dataDir, 'files', 'private', body._id.slice(0, 2), body._id);
    expect(await readFile(stored, 'utf8')).toBe('As submitted');
  });

  it('create one file of an upload', async () => {
    const id = await upload(app, ada, PDF, 'document');
    const create = () => {
      const files = {
        db: drizzle(app.pool, { schema }),
        storage: createFolderStorage(join(app.dataDir, 'files')),
        uploads: createUploadStore(join(app.dataDir, 'uploads')),
      };
      return createFile(files, { userId, uploadId: id, name: 'a.pdf' });
    };
    const { rows } = await app.pool.query<{ id: string }>('select user_id as id from uploads where id = $1', [
      id,
    ]);
    const userId = rows[0]!.id;
    const before = await listPrivate();
    const created = await Promise.all([create(), create(), create()]);
    expect(new Set(created.map((file) => file.id)).size).toBe(1);
    expect(await listPrivate()).toEqual([...before, created[0].id].sort());
  });
});

it('a client that stops waiting for its file and asks again gets the result of the same run', async () => {
  const teacher = await createTeacher(app);
  const id = await upload(app, teacher, MP4, 'video');
  const ask = { path: `/uploads/${id}/file`, body: { name: 'a.mp4' } };
  const { again } = await whileLocked(app.pool, async (client) => {
    await client.query('lock table uploads in access exclusive mode');
    const arrived = once(app.server.app.server, 'request') as Promise<[IncomingMessage]>;
    const asking = request(`${app.url}/api${ask.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${teacher.token}`, 'content-type': 'application/json' },
    });
    asking.on('error', () => undefined);
    asking.end(JSON.stringify(ask.body));
    const [{ socket }] = await arrived;
    await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
    asking.destroy();
    await expect.poll(() => socket.destroyed).toBe(true);
    return { again: app.call('POST', ask.path, { body: ask.body, token: teacher.token }) };
  });
  const { status, body } = await again;
  expect([status, body.name]).toEqual([200, 'a.mp4']);
  const { rows } = await app.pool.query(
    'select name from files where user_id = (select id from users where email = $1)',
    [teacher.email],
  );
  expect(rows).toEqual([{ name: 'a.mp4' }]);
});

describe('a disk that is full in the middle of an upload', () => {
  it('is reported, leaves nothing partly visible, and has space again once the upload is removed', async (context) => {
    const disk = await mountSmallDisk(context, '4m');
    const app = await startTestApp({ DATA_DIR: disk.folder });
    const ada = await createStudent(app);
    const id = await createUpload(app, ada, 8 * MEGABYTE, 'document');
    const content = Buffer.alloc(8 * MEGABYTE, 'a');
    const refused = await sendPart(app, ada, id, { offset: 0, content });
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ error: { code: 'storage_full' } });
    const made = await app.call('POST', `/uploads/${id}/file`, { body: { name: 'a.txt' }, token: ada.token });
    expect([made.status, made.body.error.code]).toEqual([409, 'upload_unfinished']);

    const headers = { authorization: `Bearer ${ada.token}`, 'tus-resumable': '1.0.0' };
    await fetch(`${app.url}/api/uploads/${id}`, { method: 'DELETE', headers });
    const { status } = await uploadFile(app, ada, Buffer.alloc(MEGABYTE, 'a'), 'a.txt');
    expect(status).toBe(200);

    // There is room for the upload, but not for its copy.
    const { bavail, bsize } = await statfs(disk.folder);
    const most = Buffer.alloc(Math.round(bavail * bsize * 0.6), 'a');
    const large = await upload(app, ada, most, 'document');
    const finish = () =>
      app.call('POST', `/uploads/${large}/file`, { body: { name: 'b.txt' }, token: ada.token });
    const full = await finish();
    expect([full.status, full.body.error.code]).toEqual([507, 'storage_full']);
    expect((await readdir(join(disk.folder, 'uploads'))).sort()).toEqual([large, `${large}.json`]);
    await rm(join(disk.folder, 'files'), { recursive: true });
    expect((await finish()).status).toBe(200);
    await app.close();
    await disk.remove();
  });
});

describe('a disk that is full', () => {
  it('is named before and after an upload, and leaves nothing behind', async (context) => {
    const disk = await mountSmallDisk(context, '6m');
    const app = await startTestApp({ DATA_DIR: disk.folder });
    const ada = await createStudent(app);
    const id = await upload(app, ada, await phonePhoto());
    const create = () =>
      app.call('POST', '/uploads', { body: { purpose: 'picture', size: 1_000 }, token: ada.token });
    const finish = () => app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token });
    const rows = async () => [
      (await app.pool.query('select 1 from uploads')).rows.length,
      (await app.pool.query('select 1 from pictures')).rows.length,
    ];
    const filler = join(disk.folder, 'filler');
    await expect(writeFile(filler, Buffer.alloc(8 * MEGABYTE))).rejects.toThrow('ENOSPC');
    const before = await rows();
    for (const refused of [await create(), await finish()])
      expect([refused.status, refused.body.error.code]).toEqual([507, 'storage_full']);
    expect(await rows()).toEqual(before);

    await rm(filler);
    expect((await finish()).status).toBe(200);
    expect((await create()).status).toBe(200);
    await app.close();
    await disk.remove();
  });
});

describe('a thousand uploads at once', () => {
  const [USERS, UPLOADS] = [50, 20];

  /** Retries while the server is busy, as a browser does. */
  const patient = (app: AppWithFiles): AppWithFiles => ({
    ...app,
    call: async (...sent) => {
      const response = await app.call(...sent);
      return response.status === 503 ? patient(app).call(...sent) : response;
    },
  });

  it('are all stored, each with its own content', async () => {
    const app = patient(await startTestApp());
    const users = await Promise.all(Array.from({ length: USERS }, () => createStudent(app)));
    const contentOf = (user: number, upload: number) => Buffer.from(`${user} ${upload} `.repeat(2_000));
    const stored = await Promise.all(
      users.flatMap((user, number) =>
        Array.from({ length: UPLOADS }, async (_, index) => {
          const content = contentOf(number, index);
          const { status, body } = await uploadFile(app, user, content, `${index}.txt`);
          return { content, status, id: body._id as string };
        }),
      ),
    );
    expect(stored.filter(({ status }) => status !== 200)).toEqual([]);
    for (const { id, content } of stored) {
      const kept = await readFile(join(app.dataDir, 'files', 'private', id.slice(0, 2), id));
      expect(kept.equals(content), id).toBe(true);
    }
    expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([]);
    await app.close();
  }, 120_000);
});
