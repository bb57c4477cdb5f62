import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection, lessonInput } from '#tests/support/curriculum.ts';
import {
  createUpload,
  giveUpUploads,
  isServed,
  phonePhoto,
  sendPart,
  upload,
  uploadFile,
  uploadPicture,
} from '#tests/support/pictures.ts';
import { cleaningContextOf } from '#tests/support/cleaning.ts';
import { startTestApp, type AppWithFiles } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
import { CAPTIONS, WEBM } from '#tests/support/videos.ts';
import { LOCKS } from '../../database/advisory-lock.ts';
import { type CleaningContext, cleanFiles } from './clean-files.ts';
import { FILE_COLUMNS } from './private-files.repository.ts';
import { PICTURE_COLUMNS } from './pictures.repository.ts';

const DAY = 24 * 60 * 60_000;

let app: AppWithFiles;
let ada: TestUser;
let files: CleaningContext;
beforeAll(async () => {
  app = await startTestApp();
  ada = await createStudent(app);
  files = cleaningContextOf(app);
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * (DAY + 60_000));
const tomorrow = () => inDays(1);

it('removes an unused picture after a day, and keeps a used one', async () => {
  const unused = (await uploadPicture(app, ada, await phonePhoto(400, 200))).body.image as string;
  const used = (await uploadPicture(app, ada, await phonePhoto(440, 200))).body.image as string;
  await app.call('POST', '/auth/update-user', { body: { image: used }, cookie: ada.cookie });
  await cleanFiles(files);
  expect([await isServed(app, unused), await isServed(app, used)]).toEqual([true, true]);
  await cleanFiles(files, { now: tomorrow() });
  expect([await isServed(app, unused), await isServed(app, used)]).toEqual([false, true]);
});

it('keeps a picture that a lesson shows, in whatever width', async () => {
  const teacher = await createTeacher(app);
  const lesson = await addDraft(app, teacher, await addSection(app, teacher, await addClass(app, teacher)));
  const shown = (await uploadPicture(app, teacher, await phonePhoto(460, 200))).body.image as string;
  const text = `See ![a photo](${shown.replace(/\d+\.webp$/, '96.webp')}).`;
  const save = (body: object) =>
    app.call('PUT', `/lessons/${lesson}`, { body: lessonInput(body), token: teacher.token });
  await save({ text });
  await cleanFiles(files, { now: tomorrow() });
  expect(await isServed(app, shown)).toBe(true);
  await save({ text: 'No picture', version: 2 });
  await cleanFiles(files, { now: tomorrow() });
  expect(await isServed(app, shown)).toBe(true);
  await cleanFiles(files, { now: inDays(2) });
  expect(await isServed(app, shown)).toBe(false);
});

it('keeps an old picture and an old file that are cut from one lesson and pasted into another', async () => {
  const teacher = await createTeacher(app);
  const section = await addSection(app, teacher, await addClass(app, teacher));
  const [from, to] = [await addDraft(app, teacher, section), await addDraft(app, teacher, section)];
  const image = (await uploadPicture(app, teacher, await phonePhoto(464, 200))).body.image as string;
  const file = (await uploadFile(app, teacher, Buffer.from('A plan'), 'plan.txt')).body._id as string;
  const content = { kind: 'file', text: `![a plan](${image})`, file };
  const save = async (lesson: string, body: object) => {
    const { status } = await app.call('PUT', `/lessons/${lesson}`, {
      body: lessonInput(body),
      token: teacher.token,
    });
    expect(status).toBe(200);
  };
  const isKept = async () => {
    const { rows } = await app.pool.query('select 1 from files where id = $1', [file]);
    return [await isServed(app, image), rows.length === 1];
  };
  await save(from, content);
  await cleanFiles(files, { now: inDays(10) });
  await save(from, { text: 'Cut', version: 2 });
  await cleanFiles(files, { now: inDays(11) });
  expect(await isKept()).toEqual([true, true]);
  await save(to, content);
  await cleanFiles(files, { now: inDays(13) });
  await cleanFiles(files, { now: inDays(15) });
  expect(await isKept()).toEqual([true, true]);
});

it('keeps a picture that is shown by an address that a browser copied, with or without the host', async () => {
  const teacher = await createTeacher(app);
  const copied: string[] = [];
  for (const width of [500, 520]) {
    const { body } = await uploadPicture(app, teacher, await phonePhoto(width, 200));
    copied.push((body.image as string).replace(/\d+\.webp$/, '96.webp'));
  }
  const [own, absolute] = copied as [string, string];
  await app.call('POST', '/auth/update-user', { body: { image: own }, cookie: teacher.cookie });
  await addClass(app, teacher, { image: `https://school.example${absolute}` });
  await cleanFiles(files, { now: tomorrow() });
  expect([await isServed(app, own), await isServed(app, absolute)]).toEqual([true, true]);
});

it('removes partly written files of a picture that was stored later', async () => {
  const { body } = await uploadPicture(app, ada, await phonePhoto(540, 200));
  await app.call('POST', '/auth/update-user', { body: { image: body.image }, cookie: ada.cookie });
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of files.storage.list('images')) found.push(key);
    return found.sort();
  };
  const whole = await keys();
  const hash = /images\/(\w+)-/.exec(body.image)![1]!;
  const part = join(app.dataDir, 'files', 'images', hash.slice(0, 2), hash, '96.webp.1.part');
  await writeFile(part, 'Half');
  const twoDaysAgo = new Date(Date.now() - 2 * DAY);
  await utimes(part, twoDaysAgo, twoDaysAgo);
  await cleanFiles(files);
  expect(await keys()).toEqual(whole);
});

it('removes uploads that were not finished or not used within a day, content and record', async () => {
  await createUpload(app, ada, 1_000);
  const unused = await upload(app, ada, await phonePhoto(200, 100));
  await cleanFiles(files);
  expect(await readdir(join(app.dataDir, 'uploads'))).not.toHaveLength(0);
  const { length: before } = (await app.pool.query('select 1 from uploads')).rows;
  expect(before).toBeGreaterThan(1);
  await cleanFiles(files, { now: tomorrow() });
  expect(await readdir(join(app.dataDir, 'uploads'))).toHaveLength(0);
  expect((await app.pool.query('select 1 from uploads')).rows).toHaveLength(0);
  const late = await app.call('POST', `/uploads/${unused}/picture`, { body: {}, token: ada.token });
  expect(late.status).toBe(404);
});

it('removes the uploads on the own disk even while another server cleans the shared files', async () => {
  await createUpload(app, ada, 1_000);
  const other = await app.pool.connect();
  await other.query('select pg_advisory_lock($1)', [LOCKS.fileCleaning]);
  await cleanFiles(files, { now: tomorrow() });
  await other.query('select pg_advisory_unlock_all()');
  other.release();
  expect(await readdir(join(app.dataDir, 'uploads'))).toHaveLength(0);
  expect((await app.pool.query('select 1 from uploads')).rows).not.toHaveLength(0);
  await cleanFiles(files, { now: tomorrow() });
  expect((await app.pool.query('select 1 from uploads')).rows).toHaveLength(0);
});

it('ends a round early when the server stops', async () => {
  const stopping = new AbortController();
  const storage: typeof files.storage = {
    ...files.storage,
    list: async function* () {
      for (;;) {
        yield { key: 'images/ab/abc/96.webp', size: 1, storedAt: new Date() };
        stopping.abort();
      }
    },
  };
  const round = cleanFiles({ ...files, storage }, { signal: stopping.signal });
  await expect(round).rejects.toThrow('aborted');
});

/** Creates as many uploads as a student may have. @returns their ids, and a function that creates another one */
const createMany = async (student: TestUser) => {
  const create = () =>
    app.call('POST', '/uploads', { body: { purpose: 'document', size: 1_000 }, token: student.token });
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push((await create()).body._id as string);
  return { ids, create };
};

it('removes uploads that were interrupted only after an hour to make room for a new one', async () => {
  const student = await createStudent(app);
  const { ids, create } = await createMany(student);
  const part = { offset: 0, content: Buffer.alloc(10, 'a') };
  for (const id of ids) expect((await sendPart(app, student, id, part)).status).toBe(204);
  await giveUpUploads(app, 59);
  expect((await create()).body.error.code).toBe('too_many_requests');
  await giveUpUploads(app, 60);
  expect((await create()).status).toBe(200);
});

it('makes room for a new upload by removing abandoned ones, and no others', async () => {
  const student = await createStudent(app);
  const { ids, create } = await createMany(student);
  expect((await create()).body.error.code).toBe('too_many_requests');
  await giveUpUploads(app, 10);
  const [active, stored] = [ids[3]!, ids[4]!];
  await sendPart(app, student, active, { offset: 0, content: Buffer.alloc(10, 'a') });
  // Another server is storing its content.
  await writeFile(join(app.dataDir, 'uploads', `${stored}.1.copy`), 'a');
  const { status, body } = await create();
  expect(status).toBe(200);
  const { rows } = await app.pool.query<{ id: string }>('select id from uploads where id = any($1)', [
    [...ids, body._id],
  ]);
  const left = [active, stored, body._id];
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(left));
  const contents = await readdir(join(app.dataDir, 'uploads'));
  expect(contents.filter((name) => ids.includes(name)).sort()).toEqual([active, stored].sort());
});

it('removes files that were stored before a crash and never recorded', async () => {
  const image = (await uploadPicture(app, ada, await phonePhoto(480, 200))).body.image as string;
  await app.pool.query('delete from pictures where address = $1', [image]);
  await cleanFiles(files);
  expect(await isServed(app, image)).toBe(true);
  const twoDaysAgo = new Date(Date.now() - 2 * DAY);
  for await (const { key } of files.storage.list('images'))
    await utimes(join(app.dataDir, 'files', key), twoDaysAgo, twoDaysAgo);
  await cleanFiles(files);
  expect(await isServed(app, image)).toBe(false);
});

it('removes an unused private file after a day, record and content', async () => {
  const { body } = await uploadFile(app, ada, Buffer.from('Nobody needs this'), 'note.txt');
  const stored = () => readdir(join(app.dataDir, 'files', 'private', body._id.slice(0, 2)));
  await cleanFiles(files);
  expect(await stored()).toContain(body._id);
  await cleanFiles(files, { now: tomorrow() });
  expect(await stored()).not.toContain(body._id);
  expect((await app.pool.query('select 1 from files where id = $1', [body._id])).rows).toEqual([]);
});

it('removes the video, the captions and the poster of a lesson with its class', async () => {
  const teacher = await createTeacher(app);
  const classId = await addClass(app, teacher);
  const section = await addSection(app, teacher, classId);
  const video = (await uploadFile(app, teacher, WEBM, 'bar.webm', 'video')).body._id as string;
  const captions = (await uploadFile(app, teacher, CAPTIONS, 'bar.vtt', 'captions')).body._id as string;
  const poster = (await uploadPicture(app, teacher, await phonePhoto(320, 180))).body.image as string;
  await addLesson(app, teacher, section, {
    kind: 'video',
    file: video,
    captions: [{ language: 'en', file: captions }],
    poster,
  });
  const stored = async () => {
    const { rows } = await app.pool.query('select 1 from files where id = any($1)', [[video, captions]]);
    return [rows.length, await isServed(app, poster)];
  };
  await cleanFiles(files, { now: tomorrow() });
  expect(await stored()).toEqual([2, true]);
  await app.call('DELETE', `/classes/${classId}`, { token: teacher.token });
  await cleanFiles(files, { now: tomorrow() });
  await cleanFiles(files, { now: inDays(2) });
  expect(await stored()).toEqual([0, false]);
});

it('removes private files that were stored before a crash and never recorded', async () => {
  const { body } = await uploadFile(app, ada, Buffer.from('A crash comes'), 'note.txt');
  await app.pool.query('delete from files where id = $1', [body._id]);
  const folder = join(app.dataDir, 'files', 'private', body._id.slice(0, 2));
  const twoDaysAgo = new Date(Date.now() - 2 * DAY);
  await cleanFiles(files);
  expect(await readdir(folder)).toContain(body._id);
  await utimes(join(folder, body._id), twoDaysAgo, twoDaysAgo);
  await cleanFiles(files);
  expect(await readdir(folder)).not.toContain(body._id);
});

it('removes private files that a crash left half-written', async () => {
  const { body } = await uploadFile(app, ada, Buffer.from('Whole'), 'note.txt');
  const folder = join(app.dataDir, 'files', 'private', body._id.slice(0, 2));
  const name = `${body._id}.${body._id}.part`;
  const part = join(folder, name);
  await writeFile(part, 'Half');
  const twoDaysAgo = new Date(Date.now() - 2 * DAY);
  await utimes(part, twoDaysAgo, twoDaysAgo);
  await cleanFiles(files);
  const left = await readdir(folder);
  expect(left).toContain(body._id);
  expect(left).not.toContain(name);
});

it('covers every column that refers to a private file', async () => {
  const { rows } = await app.pool.query<{ column: string }>(
    `select c.conrelid::regclass || '.' || a.attname as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'files'::regclass`,
  );
  const known = FILE_COLUMNS.map((column) => `${getTableConfig(column.table as never).name}.${column.name}`);
  expect(rows.map(({ column }) => column).sort()).toEqual([...known].sort());
});

it('covers every column that holds a picture', async () => {
  const { rows } = await app.pool.query<{ column: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as column from information_schema.columns
      where table_schema in ('public', 'identity') and column_name ~ '(image|photo|picture|cover|logo|poster)'`,
  );
  const known = PICTURE_COLUMNS.map((column) => {
    const { schema: name = 'public', name: table } = getTableConfig(column.table as never);
    return `${name}.${table}.${column.name}`;
  });
  // They have several addresses in one value.
  known.push('public.lessons.pictures', 'public.site_pages.pictures', 'public.blog_posts.pictures');
  known.push('public.site_settings.home_pictures');
  // The two parts of the logo word.
  known.push('public.site_settings.logo_first', 'public.site_settings.logo_second');
  expect(rows.map(({ column }) => column).sort()).toEqual([...known].sort());
});
