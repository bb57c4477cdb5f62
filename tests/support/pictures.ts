import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePurpose, UploadPurpose } from '#contract/files.ts';
import sharp from 'sharp';
import type { ApiResponse, AppWithFiles, TestApp } from './test-app.ts';
import type { TestUser } from './users.ts';

/** A JPEG as a phone held upright creates it: rotated, with orientation and position in its EXIF data. */
export const phonePhoto = (width = 1_200, height = 900): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .composite([
      { input: { create: { width: width / 4, height, channels: 3, background: '#a22' } }, left: 0, top: 0 },
    ])
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Sends a part of an upload, as a tus client does. */
export const sendPart = (
  app: TestApp,
  { token }: Partial<TestUser>,
  id: string,
  { offset, content }: { offset: number; content: Buffer },
): Promise<Response> =>
  fetch(`${app.url}/api/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(content),
  });

export const createUpload = async (
  app: TestApp,
  { token }: TestUser,
  size: number,
  purpose: UploadPurpose = 'picture',
): Promise<string> => {
  const { status, body } = await app.call('POST', '/uploads', { body: { purpose, size }, token });
  if (status !== 200) throw new Error(`No upload: ${JSON.stringify(body)}`);
  return body._id as string;
};

/** Uploads a whole file. If the server is busy, it retries as a tus client does. @returns the id of the upload */
export const upload = async (
  app: TestApp,
  user: TestUser,
  content: Buffer,
  purpose: UploadPurpose = 'picture',
): Promise<string> => {
  const id = await createUpload(app, user, content.length, purpose);
  let status: number;
  do ({ status } = await sendPart(app, user, id, { offset: 0, content }));
  while (status === 503);
  if (status !== 204) throw new Error(`Not uploaded: ${status}`);
  return id;
};

/** Uploads a file and creates a picture from it. */
export const uploadPicture = async (
  app: TestApp,
  user: TestUser,
  content: Buffer,
  body: object = {},
): Promise<ApiResponse> =>
  app.call('POST', `/uploads/${await upload(app, user, content)}/picture`, { body, token: user.token });

/** Uploads a private file under a name. */
export const uploadFile = async (
  app: TestApp,
  user: TestUser,
  content: Buffer,
  name: string,
  purpose: FilePurpose = 'document',
): Promise<ApiResponse> =>
  app.call('POST', `/uploads/${await upload(app, user, content, purpose)}/file`, {
    body: { name },
    token: user.token,
  });

export const isServed = async (app: TestApp, address: string): Promise<boolean> =>
  (await fetch(`${app.url}${address}`)).status === 200;

/** Makes all uploads look as if nothing had been received for an hour, or some other minutes. */
export const giveUpUploads = async ({ pool, dataDir }: AppWithFiles, minutes = 60): Promise<void> => {
  const time = new Date(Date.now() - minutes * 60_000);
  await pool.query('update uploads set created_at = $1', [time]);
  const folder = join(dataDir, 'uploads');
  for (const name of await readdir(folder)) await utimes(join(folder, name), time, time);
};
