import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUpload, sendPart } from '#tests/support/pictures.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let owner: TestUser;
let thief: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [owner, thief] = [await createStudent(app), await createStudent(app)];
});
afterAll(() => app.close());

const send = (method: string, address: string, { token }: TestUser) =>
  fetch(`${app.url}/api/uploads/${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
  });
const offsetOf = async (id: string, user: TestUser) => {
  const { status, headers } = await send('HEAD', id, user);
  return status === 200 ? Number(headers.get('upload-offset')) : status;
};

it.each([(id: string) => `?x=/${id}`, (id: string) => `?x=/${id}/`, (id: string) => `?x=%2f${id}`])(
  'a request is about the upload in its path, whatever its query names (%#)',
  async (queryOf) => {
    const mine = await createUpload(app, thief, 100);
    const foreign = await createUpload(app, owner, 100);
    await sendPart(app, owner, foreign, { offset: 0, content: Buffer.alloc(40) });
    const address = `${mine}${queryOf(foreign)}`;
    expect(await offsetOf(address, thief)).toBe(0);
    expect((await send('DELETE', address, thief)).status).toBe(204);
    expect(await offsetOf(mine, thief)).toBe(404);
    expect(await offsetOf(foreign, owner)).toBe(40);
  },
);
