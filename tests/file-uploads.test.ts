import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_BYTES } from '#contract/files.ts';
import { zipOf } from '#tests/support/documents.ts';
import { createUpload, phonePhoto, sendPart, upload, uploadFile } from '#tests/support/pictures.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

let app: TestApp;
let teacher: TestUser;
let ada: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  [teacher, ada] = [await createTeacher(app), await createStudent(app)];
});
afterAll(() => app.close());

describe('a name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ada\\essay.txt', 'essay.txt'],
    ['report\u202Etxt.exe', 'reporttxt.exe.txt'],
    ['a\u0000b\r\nSet-Cookie: x=1.txt', 'abSet-Cookie_ x=1.txt'],
    ['  ..hidden.txt.. ', 'hidden.txt'],
    ['con.txt', '_con.txt'],
    ['\u200f\u2066', 'file'],
    ['', 'file'],
    ['Résumé “2” 日本語 😀.md', 'Résumé “2” 日本語 😀.md'],
    ['a"b\';<script>.txt', "a_b';_script_.txt"],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(116)}.csv`],
    ['malware.exe', 'malware.exe.txt'],
    ['letter.pdf', 'letter.pdf.txt'],
  ])('%j is shown as %j', async (sent, shown) => {
    const { status, body } = await uploadFile(app, ada, Buffer.from('only a text'), sent);
    expect([status, body.name]).toEqual([200, shown]);
  });
});

describe('the type', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string, string]>([
    ['essay.pdf', () => PDF, 'application/pdf', 'essay.pdf'],
    ['virus.exe', () => PDF, 'application/pdf', 'virus.exe.pdf'],
    ['photo.jpeg', () => phonePhoto(40, 30), 'image/jpeg', 'photo.jpeg'],
    ['photo.html', () => phonePhoto(40, 30), 'image/jpeg', 'photo.html.jpg'],
    ['all.zip', () => zipOf({ 'a.txt': 'A' }), 'application/zip', 'all.zip'],
    ['page.html', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain', 'page.html'],
    [
      'drawing.svg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'text/plain',
      'drawing.svg',
    ],
    ['notes.txt', () => Buffer.from('\ufeffhello', 'utf16le'), 'text/plain', 'notes.txt'],
    ['latin.csv', () => Buffer.from('M\u00fcller;1\r\n', 'latin1'), 'text/plain', 'latin.csv'],
    [
      'work.docx',
      () => zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
      'application/zip',
      'work.docx',
    ],
  ])('of %s is that of its content', async (name, make, type, shown) => {
    const { status, body } = await uploadFile(app, ada, await make(), name);
    expect([status, body.type, body.name]).toEqual([200, type, shown]);
  });

  it.each<[string, Buffer]>([
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000b800', 'hex')],
    ['a program of Linux', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(64)])],
    ['zeros', Buffer.alloc(1_000)],
    ['an MP3', Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000'), Buffer.alloc(200)])],
  ])('%s is refused', async (_name, content) => {
    const { status, body } = await uploadFile(app, ada, content, 'work.pdf');
    expect([status, body.error?.code]).toEqual([422, 'file_refused']);
  });
});

describe('an upload of a file', () => {
  it('gives the same file to repeats, also at the same time', async () => {
    const id = await upload(app, ada, PDF, 'document');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.call('POST', `/uploads/${id}/file`, { body: { name: 'a.pdf' }, token: ada.token }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  });

  it.each([
    ['document', UPLOAD_BYTES.document + 1],
    ['document', 2 * 1024 ** 3],
    ['picture', 2 * 1024 ** 3],
  ])('as a %s of %d bytes is refused before it is sent', async (purpose, size) => {
    const { status, body } = await app.call('POST', '/uploads', {
      body: { purpose, size },
      token: ada.token,
    });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['size']]);
  });

  it('counts towards the quota of its user together with what is stored, also when many come at once', async () => {
    const small = await startTestApp({ STUDENT_QUOTA_MB: '1' });
    const student = await createStudent(small);
    const create = (size: number) =>
      small.call('POST', '/uploads', { body: { purpose: 'document', size }, token: student.token });
    expect((await uploadFile(small, student, Buffer.alloc(400_000, 'a'), 'a.txt')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(200_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect([refused.status, refused.body.error.code]).toEqual([409, 'quota_reached']);
    await small.close();
  });

  it('is cut off where it sends more than it said', async () => {
    const id = await createUpload(app, ada, 10, 'document');
    expect((await sendPart(app, ada, id, { offset: 0, content: Buffer.alloc(1_000_000, 'a') })).status).toBe(
      413,
    );
    const made = await app.call('POST', `/uploads/${id}/file`, { body: { name: 'a.txt' }, token: ada.token });
    expect([made.status, made.body.error.code]).toEqual([409, 'upload_unfinished']);
  });

  it('serves the purpose that it was created for', async () => {
    const document = await upload(app, ada, await phonePhoto(40, 30), 'document');
    const asPicture = await app.call('POST', `/uploads/${document}/picture`, { body: {}, token: ada.token });
    expect(asPicture.status).toBe(404);
    const picture = await upload(app, ada, await phonePhoto(40, 30), 'picture');
    const asFile = await app.call('POST', `/uploads/${picture}/file`, {
      body: { name: 'a.jpg' },
      token: ada.token,
    });
    expect(asFile.status).toBe(404);
  });

  it('of a video is for teachers, and is one by its content', async () => {
    const body = { purpose: 'video', size: 1_000 };
    expect((await app.call('POST', '/uploads', { body, token: ada.token })).status).toBe(403);
    const mp4 = Buffer.concat([
      Buffer.from('0000001c66747970', 'hex'),
      Buffer.from('isom\0\0\0\0isommp42'),
      Buffer.alloc(200),
    ]);
    expect((await uploadFile(app, teacher, mp4, 'lesson.mp4', 'video')).body.type).toBe('video/mp4');
    expect((await uploadFile(app, teacher, PDF, 'lesson.mp4', 'video')).status).toBe(422);
  });
});
