import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentIdOf } from '#tests/support/books.ts';
import { addClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { addDraft, addLesson, addSection, lessonInput } from '#tests/support/curriculum.ts';
import { uploadFile, uploadPicture, phonePhoto } from '#tests/support/pictures.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
import { CAPTIONS, MP4, WEBM } from '#tests/support/videos.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;
let student: TestUser;
let stranger: TestUser;
let classId: string;
let section: string;
let video: string;
let captions: string;
/** A published lesson with an uploaded video and captions. */
let lesson: string;

const upload = async (
  by: TestUser,
  content: Buffer,
  name: string,
  purpose: 'document' | 'video' | 'captions',
) => {
  const { status, body } = await uploadFile(app, by, content, name, purpose);
  expect(status, JSON.stringify(body)).toBe(200);
  return body._id as string;
};
const videoOf = (more: object = {}) => ({
  kind: 'video',
  title: 'How a bar grows',
  text: '',
  file: video,
  captions: [{ language: 'en', file: captions }],
  ...more,
});
const open = (id: string, user: Partial<TestUser> = {}) =>
  app.call('GET', `/lessons/${id}`, { token: user.token });
const update = (id: string, more: object, by = teacher) =>
  app.call('PUT', `/lessons/${id}`, { body: lessonInput(more), token: by.token });
const link = (file: string, user: Partial<TestUser> = {}) =>
  app.call('GET', `/files/${file}/link`, { token: user.token });
const follow = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${address}`, { headers });
const addressFor = async (file: string, user: TestUser): Promise<string> =>
  (await link(file, user)).body.address;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createAdmin(app);
  teacher = await createTeacher(app);
  [student, stranger] = [await createStudent(app), await createStudent(app)];
  classId = await publishClass(app, teacher, admin);
  section = await addSection(app, teacher, classId);
  video = await upload(teacher, WEBM, 'bar.webm', 'video');
  captions = await upload(teacher, CAPTIONS, 'bar.vtt', 'captions');
  lesson = await addLesson(app, teacher, section, videoOf());
  await buyClass(app, student, classId);
});
afterAll(() => app.close());

describe('a lesson with an uploaded video', () => {
  it('returns what there is to play', async () => {
    expect((await open(lesson, student)).body).toMatchObject({
      kind: 'video',
      file: { _id: video, name: 'bar.webm', type: 'video/webm', bytes: WEBM.length },
      captions: [{ language: 'en', file: { _id: captions, name: 'bar.vtt', bytes: CAPTIONS.length } }],
    });
    expect((await open(lesson, student)).body).not.toHaveProperty('poster');
  });

  it('is sent in any range, as a video that can run nothing', async () => {
    const address = await addressFor(video, student);
    const whole = await follow(address);
    expect(Buffer.from(await whole.arrayBuffer()).equals(WEBM)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/webm',
      'content-disposition': 'inline; filename="bar.webm"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const part = await follow(address, { range: 'bytes=1000-1099' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1099/${WEBM.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(WEBM.subarray(1_000, 1_100))).toBe(true);
    const tag = part.headers.get('etag')!;
    expect((await follow(address, { range: 'bytes=0-9', 'if-range': tag })).status).toBe(206);
    expect((await follow(address, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });

  it.each([
    [`bytes=${WEBM.length}-`, 416],
    ['bytes=99999999999999999999999-', 416],
    ['bytes=-0', 416],
    ['bytes=0-18446744073709551615', 206],
    [`bytes=${'0-0,'.repeat(1_000)}0-0`, 200],
    ['bytes=9-1', 200],
    ['bytes=--1', 200],
    ['bytes=0x0-0x9', 200],
    ['\tbytes=', 200],
  ])('answers the range %s', async (range, status) => {
    const response = await follow(await addressFor(video, student), { range });
    expect(response.status).toBe(status);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  it('sends its captions as such', async () => {
    const response = await follow(await addressFor(captions, student));
    expect(response.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(await response.text()).toBe(CAPTIONS.toString());
  });

  it('can be played only by its students, its teacher and admins', async () => {
    for (const file of [video, captions]) {
      for (const reader of [student, teacher, admin]) expect((await link(file, reader)).status).toBe(200);
      expect((await link(file, stranger)).status).toBe(404);
      expect((await link(file, await createTeacher(app))).status).toBe(404);
      expect((await link(file)).status).toBe(401);
      expect((await follow(`/api/files/${file}/content`)).status).toBe(401);
    }
  });

  it('cannot be played by students while it is a draft', async () => {
    const file = await upload(teacher, WEBM, 'draft.webm', 'video');
    const draft = await addLesson(app, teacher, section, videoOf({ file, captions: [], status: 'draft' }));
    expect((await link(file, student)).status).toBe(404);
    expect((await link(file, teacher)).status).toBe(200);
    await update(draft, videoOf({ file, captions: [], version: 2 }));
    const address = await addressFor(file, student);
    expect((await follow(address)).status).toBe(200);
    await update(draft, videoOf({ file, captions: [], status: 'draft', version: 3 }));
    expect((await follow(address)).status).toBe(404);
  });

  it('can be played by everyone who may read one of the lessons that share its file', async () => {
    const file = await upload(teacher, WEBM, 'shared.webm', 'video');
    const words = await upload(teacher, CAPTIONS, 'shared.vtt', 'captions');
    const shared = videoOf({ file, captions: [{ language: 'en', file: words }] });
    await addLesson(app, teacher, section, { ...shared, status: 'draft' });
    for (const one of [file, words]) expect((await link(one, student)).status).toBe(404);
    await addLesson(app, teacher, section, shared);
    await addLesson(app, teacher, section, { ...shared, status: 'draft' });
    for (const one of [file, words]) {
      expect((await link(one, student)).status).toBe(200);
      expect((await link(one, stranger)).status).toBe(404);
    }
    await addLesson(app, teacher, section, { ...shared, isPreview: true });
    for (const one of [file, words]) expect((await link(one, stranger)).status).toBe(200);
  });

  it('becomes unavailable once the enrollment has ended, even while playing', async () => {
    const leaving = await createStudent(app);
    const transactionId = await buyClass(app, leaving, classId);
    const addresses = [await addressFor(video, leaving), await addressFor(captions, leaving)];
    for (const address of addresses) expect((await follow(address, { range: 'bytes=0-9' })).status).toBe(206);
    const refund = await app.call('POST', `/payments/${await paymentIdOf(app.pool, transactionId)}/refund`, {
      body: { reason: 'Bought by mistake' },
      token: admin.token,
    });
    expect(refund.status).toBe(200);
    for (const address of addresses) expect((await follow(address, { range: 'bytes=0-9' })).status).toBe(404);
    expect((await link(video, leaving)).status).toBe(404);
  });
});

describe('a free preview', () => {
  it('is for anyone while its class is published, with all of its files', async () => {
    const file = await upload(teacher, WEBM, 'preview.webm', 'video');
    const words = await upload(teacher, CAPTIONS, 'preview.vtt', 'captions');
    const preview = { ...videoOf({ file }), captions: [{ language: 'en', file: words }], isPreview: true };
    const id = await addLesson(app, teacher, section, preview);
    for (const one of [file, words]) {
      const response = await follow(`/api/files/${one}/content`, { range: 'bytes=0-9' });
      expect(response.status).toBe(206);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect((await link(one, stranger)).status).toBe(200);
    }
    await update(id, { ...preview, isPreview: false, version: 2 });
    for (const one of [file, words]) expect((await follow(`/api/files/${one}/content`)).status).toBe(401);
  });

  it('of a class that is not published is for its teacher and admins', async () => {
    const pending = await addClass(app, teacher);
    const file = await upload(teacher, WEBM, 'pending.webm', 'video');
    await addLesson(app, teacher, await addSection(app, teacher, pending), {
      ...videoOf({ file, captions: [] }),
      isPreview: true,
    });
    expect((await link(file)).status).toBe(401);
    expect((await link(file, stranger)).status).toBe(404);
    expect((await link(file, admin)).status).toBe(200);
  });

  it('is not served for a forged signature', async () => {
    const file = await upload(teacher, WEBM, 'open.webm', 'video');
    await addLesson(app, teacher, section, { ...videoOf({ file, captions: [] }), isPreview: true });
    expect((await follow(`/api/files/${file}/content?ticket=a.b.9999999999999.c`)).status).toBe(401);
  });
});

describe('a lesson with a file', () => {
  it('has it as a download', async () => {
    const file = await upload(teacher, Buffer.from('Cut twice.'), 'checklist.txt', 'document');
    const id = await addLesson(app, teacher, section, { kind: 'file', text: '', file });
    expect((await open(id, student)).body.file).toEqual({
      _id: file,
      name: 'checklist.txt',
      type: 'text/plain',
      bytes: 10,
    });
    const response = await follow(await addressFor(file, student));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await link(file, stranger)).status).toBe(404);
  });
});

describe('what a lesson can contain', () => {
  const refusal = async (more: object, by = teacher): Promise<[number, string[]]> => {
    const id = await addDraft(app, teacher, section);
    const { status, body } = await update(id, { status: 'draft', ...more, version: 1 }, by);
    return [status, Object.keys(body.error?.fields ?? {})];
  };

  it('belongs to its own teacher, and has the right type', async () => {
    const other = await createTeacher(app);
    const theirs = await upload(other, WEBM, 'theirs.webm', 'video');
    const theirWords = await upload(other, CAPTIONS, 'theirs.vtt', 'captions');
    const text = await upload(teacher, Buffer.from('A text'), 'a.txt', 'document');
    expect(await refusal(videoOf({ file: theirs }))).toEqual([400, ['file']]);
    expect(await refusal(videoOf({ file: text }))).toEqual([400, ['file']]);
    expect(await refusal({ kind: 'file', file: video })).toEqual([400, ['file']]);
    expect(await refusal(videoOf({ file: crypto.randomUUID() }))).toEqual([400, ['file']]);
    for (const file of [theirWords, video])
      expect(await refusal(videoOf({ captions: [{ language: 'en', file }] }))).toEqual([400, ['captions']]);
    expect((await refusal(videoOf(), other))[0]).toBe(403);
  });

  it.each([
    ['an article with a file', () => ({ kind: 'article', file: video }), 'file'],
    ['two videos', () => videoOf({ video: 'https://vimeo.com/76979871' }), 'video'],
    ['captions without a video', () => videoOf({ file: null }), 'captions'],
    [
      'one language twice',
      () => videoOf({ captions: [1, 2].map(() => ({ language: 'en', file: captions })) }),
      'captions',
    ],
    [
      'an invalid language',
      () => videoOf({ captions: [{ language: '"><b>', file: captions }] }),
      'captions.0.language',
    ],
    ['a poster from elsewhere', () => videoOf({ poster: 'https://example.com/a.webp' }), 'poster'],
    ['no video, published', () => ({ kind: 'video', file: null, status: 'published' }), 'video'],
    ['no file, published', () => ({ kind: 'file', file: null, status: 'published' }), 'file'],
  ])('is not %s', async (_name, input, field) => {
    expect(await refusal(input())).toEqual([400, [field]]);
  });

  it('can be replaced and removed, and is then not found by students', async () => {
    const poster = (await uploadPicture(app, teacher, await phonePhoto(320, 180))).body.image as string;
    const [first, second] = [
      await upload(teacher, WEBM, 'first.webm', 'video'),
      await upload(teacher, MP4, 'second.mp4', 'video'),
    ];
    const german = await upload(teacher, CAPTIONS, 'german.vtt', 'captions');
    const id = await addLesson(app, teacher, section, videoOf({ file: first, poster }));
    const two = [
      { language: 'en', file: captions },
      { language: 'de', file: german },
    ];
    expect((await update(id, videoOf({ file: first, poster, captions: two, version: 2 }))).body.version).toBe(
      3,
    );
    const { body } = await open(id, student);
    expect(body.captions.map(({ language }: { language: string }) => language)).toEqual(['en', 'de']);
    expect(body.poster).toBe(poster);
    expect(
      (await update(id, videoOf({ file: first, poster, captions: two, version: 2 }))).body.version,
      'a repeat',
    ).toBe(3);
    const stale = await update(id, videoOf({ file: second, version: 2 }));
    expect([stale.status, stale.body.error.current.file._id]).toEqual([409, first]);
    expect((await update(id, videoOf({ file: second, captions: [], version: 3 }))).status).toBe(200);
    expect((await open(id, student)).body).toMatchObject({ file: { type: 'video/mp4' }, captions: [] });
    for (const gone of [first, german]) expect((await link(gone, student)).status).toBe(404);
  });
});
