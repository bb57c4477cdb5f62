import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_UPLOAD_MEGABYTES } from '#contract/files.ts';
import { widthsOf } from '#contract/picture-url.ts';
import { PASSWORD } from '#tests/support/password.ts';
import {
  createUpload,
  isServed,
  phonePhoto,
  sendPart,
  upload,
  uploadPicture,
} from '#tests/support/pictures.ts';
import { startTestApp, type AppWithFiles } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

const PICTURE_BYTES = DEFAULT_UPLOAD_MEGABYTES.picture * 1024 ** 2;

let app: AppWithFiles;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  [ada, eve] = [await createStudent(app), await createStudent(app)];
});
afterAll(() => app.close());

const fetchPicture = async (address: string) => {
  const response = await fetch(`${app.url}${address}`);
  return { response, content: Buffer.from(await response.arrayBuffer()) };
};

describe('a phone photo', () => {
  it('becomes an upright WebP without metadata in every width', async () => {
    const { status, body } = await uploadPicture(app, ada, await phonePhoto());
    expect(status).toBe(200);
    expect(body).toMatchObject({ width: 900, height: 1_200 });
    for (const width of widthsOf(900)) {
      const { response, content } = await fetchPicture(body.image.replace(/\d+\.webp$/, `${width}.webp`));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const metadata = await sharp(content).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width, height: Math.round((width * 4) / 3) });
      expect(metadata.exif).toBeUndefined();
      expect(metadata.orientation).toBeUndefined();
    }
    // The left quarter of the stored photo is its top once it is upright.
    const { content } = await fetchPicture(body.image);
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    const redAt = (row: number) => data[(row * info.width + 450) * info.channels]!;
    expect(redAt(100)).toBeGreaterThan(120);
    expect(redAt(1_100)).toBeLessThan(80);
  });

  it('is cropped in fractions of the upright picture', async () => {
    const crop = { left: 0.25, top: 0.5, width: 0.5, height: 0.375 };
    const { body } = await uploadPicture(app, ada, await phonePhoto(), { crop });
    expect(body).toMatchObject({ width: 450, height: 450 });
  });

  it('is not stored wider than any screen shows it', async () => {
    const { body } = await uploadPicture(app, ada, await phonePhoto(4_000, 3_000));
    expect(body).toMatchObject({ width: 1_200, height: 1_600 });
  });
});

describe('an upload', () => {
  it('resumes where the connection was lost', async () => {
    const content = await phonePhoto();
    const id = await createUpload(app, ada, content.length);
    await sendPart(app, ada, id, { offset: 0, content: content.subarray(0, 2_000) });
    const head = await fetch(`${app.url}/api/uploads/${id}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ada.token}`, 'tus-resumable': '1.0.0' },
    });
    expect(head.headers.get('upload-offset')).toBe('2000');
    expect(head.headers.get('cache-control')).toBe('no-store');
    const early = await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token });
    expect([early.status, early.body.error.code]).toEqual([409, 'upload_unfinished']);
    expect((await sendPart(app, ada, id, { offset: 0, content })).status).toBe(409);
    expect((await sendPart(app, ada, id, { offset: 2_000, content: content.subarray(2_000) })).status).toBe(
      204,
    );
    const first = await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token });
    const repeat = await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token });
    expect(first.status).toBe(200);
    expect(repeat.body).toEqual(first.body);
  });

  it('accepts no more bytes than were declared', async () => {
    const id = await createUpload(app, ada, 10);
    const { status } = await sendPart(app, ada, id, { offset: 0, content: Buffer.alloc(4_000) });
    expect(status).toBe(413);
    expect((await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token })).status).toBe(
      409,
    );
  });

  it.each([0, -1, 1.5, PICTURE_BYTES + 1, 2 * 1024 ** 3, '9', null])(
    'of %s bytes is refused before it is sent',
    async (size) => {
      const { status } = await app.call('POST', '/uploads', {
        body: { purpose: 'picture', size },
        token: ada.token,
      });
      expect(status).toBe(400);
    },
  );

  it('belongs to its user', async () => {
    const content = await phonePhoto(200, 100);
    const id = await createUpload(app, ada, content.length);
    expect((await sendPart(app, eve, id, { offset: 0, content })).status).toBe(404);
    expect((await sendPart(app, {}, id, { offset: 0, content })).status).toBe(401);
    await sendPart(app, ada, id, { offset: 0, content });
    const stolen = await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: eve.token });
    expect(stolen.status).toBe(404);
    for (const method of ['GET', 'DELETE', 'HEAD'])
      expect((await app.call(method, `/uploads/${id}`, { token: eve.token })).status, method).toBe(404);
    expect((await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token })).status).toBe(
      200,
    );
  });

  it('is refused with an id of another form', async () => {
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await app.call(method, '/uploads/mistyped', { token: ada.token })).status, method).toBe(400);
  });

  it('is canceled by its user, and removed', async () => {
    const id = await upload(app, ada, await phonePhoto(200, 100));
    const ended = await fetch(`${app.url}/api/uploads/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ada.token}`, 'tus-resumable': '1.0.0' },
    });
    expect(ended.status).toBe(204);
    await expect
      .poll(
        async () => (await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token })).status,
      )
      .toBe(404);
    expect((await readdir(join(app.dataDir, 'uploads'))).some((name) => name.startsWith(id))).toBe(false);
  });

  it('is kept and can be used if the request to cancel it is invalid', async () => {
    const id = await upload(app, ada, await phonePhoto(200, 100));
    const headers = { authorization: `Bearer ${ada.token}` };
    const refused = await fetch(`${app.url}/api/uploads/${id}`, { method: 'DELETE', headers });
    expect(refused.status).toBe(412);
    const made = await app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token });
    expect(made.status).toBe(200);
  });

  it('returns the same picture for repeated calls, even concurrent ones', async () => {
    const id = await upload(app, ada, await phonePhoto(2_400, 1_800));
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.call('POST', `/uploads/${id}/picture`, { body: {}, token: ada.token }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.image)).size).toBe(1);
  });

  it.each([
    ['picture', {}],
    ['document', { name: 'a.pdf' }],
  ] as const)('that is not a %s takes no space', async (purpose, body) => {
    const id = await upload(app, ada, Buffer.alloc(100), purpose);
    const action = purpose === 'picture' ? 'picture' : 'file';
    const refused = await app.call('POST', `/uploads/${id}/${action}`, { body, token: ada.token });
    expect(refused.status).toBe(422);
    expect((await readdir(join(app.dataDir, 'uploads'))).filter((name) => name.startsWith(id))).toEqual([]);
    expect((await app.pool.query('select 1 from uploads where id = $1', [id])).rows).toEqual([]);
  });

  it('is limited in number, even if many are created concurrently', async () => {
    const greedy = await createStudent(app);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () =>
        app.call('POST', '/uploads', { body: { purpose: 'picture', size: 1_000 }, token: greedy.token }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

/** A PNG that declares this size and has almost no data. */
const bomb = (width: number, height: number): Buffer => {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([header, size, Buffer.from('0802000000', 'hex'), Buffer.alloc(64)]);
};

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe('a file that is not a picture', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a text', () => Buffer.from('hello, this is a text and no picture')],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', () => Buffer.from(SVG)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer<</Root 1 0 R>>')],
    [
      'a TIFF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .tiff()
          .toBuffer(),
    ],
    ['half a picture', async () => (await phonePhoto()).subarray(0, 3_000)],
    ['a PNG of 2,500 megapixels', () => bomb(50_000, 50_000)],
    ['a PNG without pixels', () => bomb(0, 0)],
    ['zeros', () => Buffer.alloc(50_000)],
  ])('is refused: %s', async (_name, make) => {
    const { status, body } = await uploadPicture(app, ada, await make());
    expect([status, body.error?.code]).toEqual([422, 'picture_unreadable']);
  });

  it('is refused by its pixels, however few bytes it has', async () => {
    const content = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: 'red' } })
      .webp({ quality: 1, effort: 0 })
      .toBuffer();
    expect(content.length).toBeLessThan(PICTURE_BYTES);
    const { status, body } = await uploadPicture(app, ada, content);
    expect([status, body.error.message]).toEqual([422, 'A picture can have at most 50 megapixels']);
  });

  it('loses data that is appended to a picture', async () => {
    const content = Buffer.concat([await phonePhoto(), Buffer.from('<script>alert("polyglot")</script>')]);
    const { status, body } = await uploadPicture(app, ada, content);
    expect(status).toBe(200);
    expect((await fetchPicture(body.image)).content.includes('script')).toBe(false);
  });

  it.each([
    '/images/../../secret',
    '/images/%2e%2e/%2e%2e/secret',
    `/images/${'0'.repeat(32)}-1x1/1.webp`,
    `/images/${'0'.repeat(32)}-1x1/..%2f1.webp`,
    '/images/',
  ])('is not found among the pictures: %s', async (address) => {
    expect((await fetch(`${app.url}${address}`)).status).toBe(404);
  });
});

describe('a picture of a user', () => {
  it('counts towards their quota', async () => {
    const small = await startTestApp({ STUDENT_QUOTA_MB: '1' });
    const student = await createStudent(small);
    const create = () =>
      small.call('POST', '/uploads', { body: { purpose: 'picture', size: 900_000 }, token: student.token });
    const { body } = await create();
    await small.pool.query('delete from uploads where id = $1', [body._id]);
    const noise = await sharp({
      create: {
        width: 1_600,
        height: 1_200,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 40 })
      .toBuffer();
    expect((await uploadPicture(small, student, noise)).status).toBe(200);
    const refused = await create();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'quota_reached']);
    await small.close();
  });

  it('is deleted with their account', async () => {
    const doomed = await createStudent(app);
    const { body } = await uploadPicture(app, doomed, await phonePhoto(400, 200));
    await app.call('POST', '/auth/update-user', { body: { image: body.image }, cookie: doomed.cookie });
    expect(await isServed(app, body.image)).toBe(true);
    const { status } = await app.call('DELETE', '/account', {
      body: { email: doomed.email, password: PASSWORD },
      token: doomed.token,
    });
    expect(status).toBe(200);
    await expect.poll(() => isServed(app, body.image)).toBe(false);
  });

  it('stays if another user has the same one', async () => {
    const [first, second] = [await createStudent(app), await createStudent(app)];
    const photo = await phonePhoto(440, 200);
    const { body } = await uploadPicture(app, first, photo);
    expect((await uploadPicture(app, second, photo)).body.image).toBe(body.image);
    const deletion = { email: first.email, password: PASSWORD };
    await app.call('DELETE', '/account', { body: deletion, token: first.token });
    const another = await uploadPicture(app, await createStudent(app), await phonePhoto(480, 200));
    expect(another.status).toBe(200);
    expect(await isServed(app, body.image)).toBe(true);
  });

  it('is in their export', async () => {
    const { body } = await uploadPicture(app, ada, await phonePhoto(520, 200));
    const exported = await app.call('GET', '/account/data', { token: ada.token });
    expect(exported.body.pictures.map(({ address }: { address: string }) => address)).toContain(body.image);
  });
});
