import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdir, readlink, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { readZip } from '#tests/support/documents.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { type AppWithFiles, startTestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';

const TASK = { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) };

let app: AppWithFiles;
let teacher: TestUser;
let classId: string;

const addStudent = async (name: string): Promise<TestUser> => {
  const student = await createStudent(app);
  await app.call('POST', '/auth/update-user', { body: { name }, cookie: student.cookie });
  await app.pool.query('update users set name = $1 where email = $2', [name, student.email]);
  await buyClass(app, student, classId);
  return student;
};

const submit = async (student: TestUser, files: [string, string][], more: object = {}) => {
  const ids: string[] = [];
  for (const [name, text] of files)
    ids.push((await uploadFile(app, student, Buffer.from(text), name)).body._id);
  const sent = { body: { ...more, files: ids }, token: student.token };
  expect((await app.call('PUT', `/classes/${classId}/submission`, sent)).status).toBe(200);
  return ids;
};

const fetchZip = async (path: string, user: TestUser) => {
  const { body } = await app.call('GET', `${path}/link`, { token: user.token });
  return fetch(`${app.url}${body.address}`);
};

beforeAll(async () => {
  app = await startTestApp();
  teacher = await createTeacher(app);
  classId = await publishClass(app, teacher, await createAdmin(app), { title: 'Chairs: part 1/2\\3' });
  await app.call('PATCH', `/classes/${classId}/assignments`, { body: TASK, token: teacher.token });
});
afterAll(() => app.close());

it('has all submissions of a class for its teacher, a folder for each student', async () => {
  const [ada, other, ben] = [await addStudent('Ada'), await addStudent('Ada'), await addStudent('../Ben')];
  const files: [string, string][] = [
    ['essay.txt', 'First'],
    ['Essay.txt', 'Second'],
  ];
  await submit(ada, files, { text: 'See the files' });
  await submit(other, [['essay.txt', 'Of the other Ada']]);
  await submit(ben, [['submission.txt', 'My own']], { link: 'https://example.com/' });
  const response = await fetchZip(`/classes/${classId}/submission-files`, teacher);
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Chairs_ part 1_2_3 - submissions\.zip"/,
  );
  expect(response.headers.get('content-type')).toBe('application/zip');
  const entries = readZip(Buffer.from(await response.arrayBuffer()));
  const folders = [...new Set(Object.keys(entries).map((path) => path.split('/')[0]))];
  expect(folders.sort()).toEqual(['Ada', 'Ada (2)', '_Ben']);
  const texts = Object.entries(entries).filter(([path]) => path.startsWith('Ada'));
  expect(texts.map(([, text]) => text)).toEqual(
    expect.arrayContaining(['First', 'Second', 'Of the other Ada']),
  );
  expect(Object.keys(entries)).toEqual(
    expect.arrayContaining(['_Ben/submission.txt', '_Ben/submission (2).txt']),
  );
  expect(entries['_Ben/submission (2).txt']).toBe('My own');
  expect(entries['_Ben/submission.txt']).toContain('https://example.com/');
});

it('has all files of a user for themselves, even after the enrollment has ended', async () => {
  const student = await addStudent('Cleo');
  await submit(student, [['mine.txt', 'Mine']]);
  await app.pool.query('delete from enrollments where user_id = (select id from users where email = $1)', [
    student.email,
  ]);
  const response = await fetchZip('/account/files', student);
  expect(readZip(Buffer.from(await response.arrayBuffer()))).toEqual({ 'mine.txt': 'Mine' });
});

it('aborts if a file is missing, so that the archive is not mistaken for a complete one', async () => {
  const student = await addStudent('Dora');
  const [last, first] = await submit(student, [
    ['last.txt', 'Last'],
    ['first.txt', 'First'],
  ]);
  const lose = (id: string) => rm(join(app.dataDir, 'files', 'private', id.slice(0, 2), id));
  await lose(last!);
  await expect((await fetchZip('/account/files', student)).arrayBuffer()).rejects.toThrow();
  await lose(first!);
  expect((await fetchZip('/account/files', student)).status).toBe(500);
  expect((await app.call('GET', '/healthz')).status).toBe(200);
});

/** The files of the site that this process, which runs the server, has open. */
const listOpenFiles = async (): Promise<string[]> => {
  const open = (await readdir('/proc/self/fd')).map((id) => readlink(`/proc/self/fd/${id}`).catch(() => ''));
  return (await Promise.all(open)).filter((path) => path.startsWith(app.dataDir));
};

it.skipIf(process.platform !== 'linux')(
  'leaves no file open for a reader who disconnects before the first byte',
  async () => {
    const student = await addStudent('Hal');
    await submit(student, [['long.txt', 'x'.repeat(1024 * 1024)]]);
    const { body } = await app.call('GET', '/account/files/link', { token: student.token });
    let requests = 0;
    const countRequest = (message: unknown) => {
      if ((message as { request: IncomingMessage }).request.url === body.address) requests += 1;
    };
    subscribe('http.server.request.start', countRequest);
    for (let milliseconds = 0; milliseconds < 30; milliseconds += 1) {
      const reader = connect(Number(new URL(app.url).port), 'localhost');
      reader.on('error', () => undefined);
      await once(reader, 'connect');
      reader.write(`GET ${body.address} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      await sleep(milliseconds);
      reader.resetAndDestroy();
    }
    unsubscribe('http.server.request.start', countRequest);
    expect(requests).toBeGreaterThan(0);
    // The server handles this request after the others, whose files it has opened when this one ends.
    await (await fetch(`${app.url}${body.address}`)).arrayBuffer();
    await expect.poll(listOpenFiles, { timeout: 10_000 }).toEqual([]);
  },
);
