import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPTIONS_BYTES, DEFAULT_UPLOAD_MEGABYTES } from '#contract/files.ts';
import { zipOf } from '#tests/support/documents.ts';
import {
  createUpload,
  giveUpUploads,
  phonePhoto,
  sendPart,
  upload,
  uploadFile,
} from '#tests/support/pictures.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
import { CAPTIONS, MP4, mp4Of, WEBM } from '#tests/support/videos.ts';

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
  it('returns the same file for repeated calls, even concurrent ones', async () => {
    const id = await upload(app, ada, PDF, 'document');
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.call('POST', `/uploads/${id}/file`, { body: { name: 'a.pdf' }, token: ada.token }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1);
  });

  it.each([
    ['document', DEFAULT_UPLOAD_MEGABYTES.document * 1024 ** 2 + 1],
    ['document', 2 * 1024 ** 3],
    ['picture', 2 * 1024 ** 3],
    ['video', DEFAULT_UPLOAD_MEGABYTES.video * 1024 ** 2 + 1],
    ['captions', CAPTIONS_BYTES + 1],
  ])('as a %s of %d bytes is refused before it is sent', async (purpose, size) => {
    const { status, body } = await app.call('POST', '/uploads', {
      body: { purpose, size },
      token: teacher.token,
    });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['size']]);
  });

  it('counts toward the quota of its user together with stored files, even with concurrent uploads', async () => {
    const small = await startTestApp({ STUDENT_QUOTA_MB: '1' });
    const student = await createStudent(small);
    const create = (size: number) =>
      small.call('POST', '/uploads', { body: { purpose: 'document', size }, token: student.token });
    expect((await uploadFile(small, student, Buffer.alloc(400_000, 'a'), 'a.txt')).status).toBe(200);
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(200_000)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = responses.find(({ status }) => status !== 200)!;
    expect([refused.status, refused.body.error.code]).toEqual([409, 'quota_reached']);
    await giveUpUploads(small);
    expect([(await create(600_000)).status, (await create(200_000)).status]).toEqual([200, 409]);
    await small.close();
  });

  it('takes the place of a video that the clean-up has found unused, which stays for a day', async () => {
    const small = await startTestApp({ TEACHER_QUOTA_MB: '1' });
    const by = await createTeacher(small);
    const { body: video } = await uploadFile(small, by, MP4, 'a.mp4', 'video');
    const setBytes = (bytes: number) =>
      small.pool.query('update files set bytes = $2 where id = $1', [video._id, bytes]);
    const create = async () => {
      const body = { purpose: 'video', size: 600_000 };
      const response = await small.call('POST', '/uploads', { body, token: by.token });
      return [response.status, response.body.error?.message];
    };
    await setBytes(600_000);
    const refused = (time: string) => [409, expect.stringContaining(`make room within ${time}.`)];
    expect(await create(), 'next to one that may be attached').toEqual(refused('an hour'));
    await small.pool.query("update files set unused_since = now() - interval '1 minute' where id = $1", [
      video._id,
    ]);
    await small.pool.query(
      "insert into lesson_captions (lesson_id, file_id, language, position) select id, $1, 'eo', 9 from lessons limit 1",
      [video._id],
    );
    expect(await create(), 'next to one that was attached again').toEqual(refused('an hour'));
    await small.pool.query('delete from lesson_captions where file_id = $1', [video._id]);
    await setBytes(1_600_000);
    expect(await create(), 'on a disk with twice the quota').toEqual(refused('two days'));
    await setBytes(600_000);
    expect(await create()).toEqual([200, undefined]);
    const left = await small.pool.query('select id from files where id = $1', [video._id]);
    expect(left.rows).toHaveLength(1);
    await small.close();
  });

  it('is cut off if it exceeds its declared size', async () => {
    const id = await createUpload(app, ada, 10, 'document');
    expect((await sendPart(app, ada, id, { offset: 0, content: Buffer.alloc(1_000_000, 'a') })).status).toBe(
      413,
    );
    const made = await app.call('POST', `/uploads/${id}/file`, { body: { name: 'a.txt' }, token: ada.token });
    expect([made.status, made.body.error.code]).toEqual([409, 'upload_unfinished']);
  });

  it('can be used only for the purpose that it was created for', async () => {
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

  it('of a video is for teachers, and is checked by its content', async () => {
    const body = { purpose: 'video', size: 1_000 };
    expect((await app.call('POST', '/uploads', { body, token: ada.token })).status).toBe(403);
    expect((await uploadFile(app, teacher, MP4, 'lesson.mp4', 'video')).body.type).toBe('video/mp4');
    expect((await uploadFile(app, teacher, WEBM, 'lesson.mp4', 'video')).body).toMatchObject({
      type: 'video/webm',
      name: 'lesson.mp4.webm',
    });
    expect((await uploadFile(app, teacher, PDF, 'lesson.mp4', 'video')).status).toBe(422);
  });
});

describe('the largest upload', () => {
  it('is a setting, which is sent to browsers', async () => {
    const small = await startTestApp({ PICTURE_LIMIT_MB: '1', DOCUMENT_LIMIT_MB: '2', VIDEO_LIMIT_MB: '3' });
    const { token } = await createTeacher(small);
    const limits = { picture: 1024 ** 2, document: 2 * 1024 ** 2, video: 3 * 1024 ** 2 };
    expect((await small.call('GET', '/config')).body.uploadLimits).toEqual({
      ...limits,
      captions: CAPTIONS_BYTES,
    });
    for (const [purpose, limit] of Object.entries(limits)) {
      const create = (size: number) => small.call('POST', '/uploads', { body: { purpose, size }, token });
      expect([(await create(limit)).status, (await create(limit + 1)).status]).toEqual([200, 400]);
    }
    await small.close();
  });
});

describe('a video', () => {
  let author: TestUser;
  beforeAll(async () => {
    author = await createTeacher(app);
  });
  it.each<[string, Buffer]>([
    ['a page that says that it is one', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page behind the head of an MP4', Buffer.concat([mp4Of(), Buffer.from('<script>alert(1)</script>')])],
    ['an MP4 with a page behind its end', Buffer.concat([MP4, Buffer.from('<script>alert(1)</script>')])],
    ['an MP4 that breaks off', MP4.subarray(0, -10)],
    ['an MP4 without what describes it', mp4Of('mdat')],
    ['an MP4 without content', mp4Of('moov')],
    ['a WebM that breaks off', WEBM.subarray(0, -10)],
    ['a WebM of its head alone', WEBM.subarray(0, 60)],
    ['a WebM with a page behind its end', Buffer.concat([WEBM, Buffer.from('<script>alert(1)</script>')])],
    ['a PDF', PDF],
    ['zeros', Buffer.alloc(10_000)],
  ])('is not %s', async (_name, content) => {
    const { status, body } = await uploadFile(app, author, content, 'lesson.mp4', 'video');
    expect([status, body.error?.code]).toEqual([422, 'file_refused']);
  });

  it('may be a live recording of unknown length', async () => {
    const live = Buffer.from(WEBM);
    const segment = live.indexOf(Buffer.from('18538067', 'hex')) + 4;
    live.fill(0xff, segment + 1, segment + 8);
    expect((await uploadFile(app, author, live, 'live.webm', 'video')).body.type).toBe('video/webm');
  });
});

describe('captions', () => {
  let author: TestUser;
  beforeAll(async () => {
    author = await createTeacher(app);
  });
  const send = async (content: Buffer | string) => {
    const { status, body } = await uploadFile(
      app,
      author,
      Buffer.from(content as string),
      'a.srt',
      'captions',
    );
    return { status, name: body.name, message: body.error?.message };
  };

  it('are WebVTT files uploaded by teachers', async () => {
    expect(await send(CAPTIONS)).toMatchObject({ status: 200, name: 'a.srt.vtt' });
    const rich =
      '\ufeffWEBVTT - Title\r\nX: y\r\n\r\nNOTE a\r\nb\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nintro\r\n00:01.000 --> 01:00:02.000 align:start\r\n<v Ada>Hello\r\n';
    expect(await send(rich)).toMatchObject({ status: 200 });
    const body = { purpose: 'captions', size: 10 };
    expect((await app.call('POST', '/uploads', { body, token: ada.token })).status).toBe(403);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nHello\n', /does not begin with/],
    ['a text', 'Hello', /does not begin with/],
    ['WEBVTT and something else', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nHello', /does not begin with/],
    ['no text', 'WEBVTT\n\nNOTE nothing\n', /has no text/],
    ['times of SubRip', 'WEBVTT\n\n00:01,000 --> 00:02,000\nHello', /line 3 has no valid start/],
    ['a text without times', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\nYou', /line 6 has no valid start/],
    ['an end before its beginning', 'WEBVTT\n\n00:03.000 --> 00:02.000\nHello', /line 3 ends before/],
    ['a page', '<!doctype html><script>alert(1)</script>', /does not begin with/],
    ['a zero in it', 'WEBVTT\n\n00:01.000 --> 00:02.000\nA\0', /null characters/],
    ['another encoding', Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nM\u00fcller', 'latin1'), /UTF-8/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /UTF-8/],
  ])('are not %s', async (_name, content, message) => {
    expect(await send(content)).toMatchObject({ status: 422, message: expect.stringMatching(message) });
  });
});
