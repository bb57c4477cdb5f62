import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDemoVideos } from '../demo-data/demo-videos.ts';
import * as schema from '../database/schema.ts';
import { createS3Storage } from './s3-storage.ts';
import { cleanFiles } from '../modules/files/clean-files.ts';
import { createUploadStore } from '../modules/files/upload-store.ts';
import { findShopMark } from '../modules/payments/shop.repository.ts';
import type { RunningServer } from '../server.ts';
import { startBucket, type TestBucket } from '#tests/support/bucket.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { isServed, phonePhoto, upload, uploadFile, uploadPicture } from '#tests/support/pictures.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { type AppWithFiles, attachTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';

const DAY = 24 * 60 * 60_000;
const TASK = { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) };

let bucket: TestBucket;
let app: AppWithFiles;
let ada: TestUser;
let classId: string;
/** A second server with the same database and bucket, but its own folder. */
let other: TestApp;
let otherServer: RunningServer;
let otherFolder: string;

beforeAll(async () => {
  bucket = await startBucket();
  const { endpoint, bucket: name, accessKeyId, secretAccessKey } = bucket.settings;
  const settings = {
    S3_ENDPOINT: endpoint!,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  app = await startTestApp(settings);
  otherFolder = await mkdtemp(join(tmpdir(), 'classharbor-other-'));
  otherServer = await startTestServer(app.databaseUrl, { ...settings, DATA_DIR: otherFolder });
  other = attachTestApp(otherServer, app);
  const teacher = await createTeacher(app);
  ada = await createStudent(app);
  classId = await publishClass(app, teacher, await createAdmin(app));
  await app.call('PATCH', `/classes/${classId}/assignments`, { body: TASK, token: teacher.token });
  await buyClass(app, ada, classId);
});
afterAll(async () => {
  await otherServer.stop();
  await app.close();
  await bucket.close();
  await rm(otherFolder, { recursive: true, force: true });
});

const readFrom = async (server: TestApp, id: string) => {
  const { body } = await server.call('GET', `/files/${id}/link`, { token: ada.token });
  return fetch(`${server.url}${body.address}`, { headers: { range: 'bytes=3-' } });
};

const clean = (now?: Date) => {
  const db = drizzle(app.pool, { schema });
  return cleanFiles(
    {
      db,
      storage: createS3Storage(bucket.settings),
      uploads: createUploadStore(join(app.dataDir, 'uploads')),
      findMark: () => findShopMark(db),
    },
    { now },
  );
};

const keys = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of createS3Storage(bucket.settings).list('private'))
    found.push(key.split('/')[2]!);
  return found.sort();
};

const rows = async (): Promise<string[]> =>
  (await app.pool.query<{ id: string }>('select id from files order by id')).rows.map(({ id }) => id);

it('shares files between two servers', async () => {
  const { body } = await uploadFile(app, ada, Buffer.from('My work'), 'work.txt');
  const sent = { body: { files: [body._id] }, token: ada.token };
  expect((await other.call('PUT', `/classes/${classId}/submission`, sent)).status).toBe(200);
  for (const server of [app, other]) {
    const response = await readFrom(server, body._id);
    expect([response.status, await response.text()]).toEqual([206, 'work']);
  }
  const { body: picture } = await uploadPicture(other, ada, await phonePhoto(400, 200));
  expect(await isServed(app, picture.image)).toBe(true);
});

it('is unavailable: nothing is partly visible, the error names it, and the upload can be finished afterwards', async () => {
  const id = await upload(app, ada, Buffer.from('Later'), 'document');
  const finish = () => app.call('POST', `/uploads/${id}/file`, { body: { name: 'a.txt' }, token: ada.token });
  const before = await rows();
  await bucket.shut();
  expect((await finish()).status).toBeGreaterThanOrEqual(500);
  expect(await rows()).toEqual(before);
  await bucket.open();
  expect((await finish()).status).toBe(200);
  expect(await keys()).toEqual(await rows());
});

it('is cleaned of files that were unused for a day, even if two servers clean at the same time', async () => {
  await uploadFile(app, ada, Buffer.from('Unused'), 'unused.txt');
  // The videos of the demo's lessons, and their captions.
  const demo = 2 * listDemoVideos().length;
  expect((await rows()).length).toBeGreaterThan(demo + 1);
  const before = await rows();
  await Promise.all([clean(), clean()]);
  expect(await rows()).toEqual(before);
  const later = new Date(Date.now() + DAY + 60_000);
  await Promise.all([clean(later), clean(later)]);
  expect(await rows()).toHaveLength(demo + 1);
  expect(await keys()).toEqual(await rows());
});
