import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { type AppWithFiles, startTestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const TASK = { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) };

let app: AppWithFiles;
let admin: TestUser;
let teacher: TestUser;
let ada: TestUser;
let classId: string;
/** A file of Ada's submission. */
let fileId: string;

const submit = (student: TestUser, body: object, id = classId) =>
  app.call('PUT', `/classes/${id}/submission`, { body, token: student.token });
const link = (user: Partial<TestUser>, id = fileId) =>
  app.call('GET', `/files/${id}/link`, { token: user.token });
const follow = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}${address}`, { headers, method });
const addressFor = async (user: TestUser, id = fileId): Promise<string> =>
  (await link(user, id)).body.address;

const offerClass = async (): Promise<string> => {
  const id = await publishClass(app, teacher, admin);
  await app.call('PATCH', `/classes/${id}/assignments`, { body: TASK, token: teacher.token });
  return id;
};

beforeAll(async () => {
  app = await startTestApp();
  [admin, teacher, ada] = [await createAdmin(app), await createTeacher(app), await createStudent(app)];
  classId = await offerClass();
  await buyClass(app, ada, classId);
  const { body } = await uploadFile(app, ada, PDF, 'essay.pdf');
  fileId = body._id;
  expect((await submit(ada, { files: [fileId] })).status).toBe(200);
});
afterAll(() => app.close());

describe('a private file', () => {
  it('is listed with the submission', async () => {
    const { body } = await app.call('GET', `/classes/${classId}/submission`, { token: ada.token });
    const file = { _id: fileId, name: 'essay.pdf', type: 'application/pdf', bytes: PDF.length };
    expect(body.submission).toMatchObject({ text: '', files: [file] });
    expect(new Date(body.submission.submittedAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
    const listed = await app.call('GET', `/classes/${classId}/submissions`, { token: teacher.token });
    expect(listed.body[0].files).toEqual([file]);
  });

  it('is sent as a download that no browser runs', async () => {
    for (const reader of [ada, teacher, admin]) {
      const response = await follow(await addressFor(reader));
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="essay.pdf"',
        'content-length': String(PDF.length),
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'accept-ranges': 'bytes',
      });
      expect(Buffer.from(await response.arrayBuffer()).equals(PDF)).toBe(true);
    }
  });

  it.each<[string, number, string | undefined, string]>([
    ['bytes=0-3', 206, `bytes 0-3/${PDF.length}`, '%PDF'],
    ['bytes=-5', 206, `bytes ${PDF.length - 5}-${PDF.length - 1}/${PDF.length}`, '%%EOF'],
    [`bytes=${PDF.length - 5}-`, 206, `bytes ${PDF.length - 5}-${PDF.length - 1}/${PDF.length}`, '%%EOF'],
    [
      `bytes=${PDF.length - 5}-99999`,
      206,
      `bytes ${PDF.length - 5}-${PDF.length - 1}/${PDF.length}`,
      '%%EOF',
    ],
    ['bytes=3-1', 200, undefined, PDF.toString()],
    ['bytes=0-1,4-5', 200, undefined, PDF.toString()],
    ['lines=0-1', 200, undefined, PDF.toString()],
  ])('answers the range %s', async (range, status, contentRange, text) => {
    const response = await follow(await addressFor(ada), { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange ?? null]);
    expect(await response.text()).toBe(text);
  });

  it.each([`bytes=${PDF.length}-`, 'bytes=-0', 'bytes=99999999999999999999-'])(
    'has no range %s',
    async (range) => {
      const response = await follow(await addressFor(ada), { range });
      expect([response.status, response.headers.get('content-range')]).toEqual([
        416,
        `bytes */${PDF.length}`,
      ]);
    },
  );

  it('sends a range only of the version that the reader has begun to read', async () => {
    const address = await addressFor(ada);
    const etag = (await follow(address, {}, 'HEAD')).headers.get('etag')!;
    expect((await follow(address, { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    expect((await follow(address, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
  });

  it('is not found by other users, or by guessing', async () => {
    const [stranger, other] = [await createStudent(app), await createTeacher(app)];
    for (const user of [stranger, other]) expect((await link(user)).status).toBe(404);
    expect((await link({})).status).toBe(401);
    for (const guess of [crypto.randomUUID(), fileId.replace(/.$/, '0'), fileId.replace(/.$/, '1')])
      if (guess !== fileId) expect((await link(ada, guess)).status).toBe(404);
    expect((await link(ada, '..%2f..%2fsecret')).status).toBe(400);
  });

  it('is not served by a link that is forged, for another file, or of a user who has lost access', async () => {
    const address = await addressFor(ada);
    const [path, ticket] = address.split('?ticket=') as [string, string];
    expect((await follow(path)).status).toBe(401);
    expect(
      (await follow(`${path}?ticket=${ticket.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))}`)).status,
    ).toBe(401);
    const [identity, session, , signature] = ticket.split('.');
    expect((await follow(`${path}?ticket=${identity}.${session}.9999999999999.${signature}`)).status).toBe(
      401,
    );
    const { body } = await uploadFile(app, ada, PDF, 'other.pdf');
    expect((await follow(`/api/files/${body._id}/content?ticket=${ticket}`)).status).toBe(401);
    expect((await link(ada, body._id)).status, 'a file that belongs to nothing').toBe(404);
  });

  it('is unavailable to the student once the enrollment has ended, but not to the teacher', async () => {
    const student = await createStudent(app);
    const transactionId = await buyClass(app, student, classId);
    const { body } = await uploadFile(app, student, PDF, 'a.pdf');
    await submit(student, { files: [body._id] });
    const address = await addressFor(student, body._id);
    expect((await follow(address)).status).toBe(200);
    await app.pool.query(
      'delete from enrollments using payments where payments.id = enrollments.payment_id and transaction_id = $1',
      [transactionId],
    );
    expect((await follow(address)).status).toBe(404);
    expect((await link(student, body._id)).status).toBe(404);
    expect((await link(teacher, body._id)).status).toBe(200);
  });

  it('is unavailable once the session has ended', async () => {
    const student = await createStudent(app);
    await buyClass(app, student, classId);
    const { body } = await uploadFile(app, student, PDF, 'a.pdf');
    await submit(student, { files: [body._id] });
    const address = await addressFor(student, body._id);
    await app.call('POST', '/auth/sign-out', { body: {}, cookie: student.cookie });
    expect((await follow(address)).status).toBe(401);
  });

  it('is deleted with its student’s account', async () => {
    const student = await createStudent(app);
    await buyClass(app, student, classId);
    const { body } = await uploadFile(app, student, PDF, 'a.pdf');
    await submit(student, { files: [body._id] });
    const { body: exported } = await app.call('GET', '/account/data', { token: student.token });
    expect(exported.files).toMatchObject([{ id: body._id, name: 'a.pdf', bytes: PDF.length }]);
    const folder = join(app.dataDir, 'files', 'private', body._id.slice(0, 2));
    expect(await readdir(folder)).toContain(body._id);
    await app.call('DELETE', '/account', {
      body: { email: student.email, password: PASSWORD },
      token: student.token,
    });
    await expect.poll(() => readdir(folder)).not.toContain(body._id);
    expect((await link(teacher, body._id)).status).toBe(404);
  });

  it('is sent with its full name, which cannot break the header', async () => {
    const student = await createStudent(app);
    await buyClass(app, student, classId);
    const { body } = await uploadFile(app, student, Buffer.from('x'), 'Ré"sumé 50%’s 😀.txt');
    await submit(student, { files: [body._id] });
    const { headers } = await follow(await addressFor(student, body._id));
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="R__sum_ 50__s __.txt"; filename*=UTF-8''R%C3%A9_sum%C3%A9%2050%25%E2%80%99s%20%F0%9F%98%80.txt`,
    );
  });
});

describe('a submission with files', () => {
  it('keeps, removes and adds files when it is replaced', async () => {
    const student = await createStudent(app);
    await buyClass(app, student, classId);
    const ids: string[] = [];
    for (const name of ['1.txt', '2.txt', '3.txt'])
      ids.push((await uploadFile(app, student, Buffer.from(name), name)).body._id);
    const names = async (files: string[]) =>
      (await submit(student, { text: 'Mine', files })).body.files.map(({ name }: { name: string }) => name);
    expect(await names([ids[1]!, ids[0]!])).toEqual(['2.txt', '1.txt']);
    expect(await names([ids[2]!, ids[1]!])).toEqual(['3.txt', '2.txt']);
    expect((await link(student, ids[0])).status).toBe(404);
    expect(await names([])).toEqual([]);
  });

  it('accepts only unused files of its own student', async () => {
    const [student, other] = [await createStudent(app), await createStudent(app)];
    const second = await offerClass();
    for (const id of [classId, second]) await buyClass(app, student, id);
    const { body: mine } = await uploadFile(app, student, PDF, 'a.pdf');
    const { body: theirs } = await uploadFile(app, other, PDF, 'a.pdf');
    for (const id of [theirs._id, crypto.randomUUID(), fileId]) {
      const { status, body } = await submit(student, { text: 'Mine', files: [mine._id, id] });
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ['files']]);
    }
    expect((await submit(student, { files: [mine._id] })).status).toBe(200);
    expect((await submit(student, { files: [mine._id] }, second)).status).toBe(400);
    expect((await submit(student, { files: [mine._id, mine._id] })).status).toBe(400);
    const many = Array.from({ length: 11 }, () => crypto.randomUUID());
    expect((await submit(student, { files: many })).status).toBe(400);
  });
});
