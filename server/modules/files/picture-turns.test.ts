import { expect, it, vi } from 'vitest';
import { cleaningContextOf } from '#tests/support/cleaning.ts';
import { phonePhoto, upload } from '#tests/support/pictures.ts';
import { startTestApp } from '#tests/support/test-app.ts';
import { createStudent } from '#tests/support/users.ts';
import { createPicture, type FilesContext } from './create-picture.ts';

it("a user's pictures are rendered after one of each other user who waits", async () => {
  const app = await startTestApp();
  const [ada, eve] = [await createStudent(app), await createStudent(app)];
  const photo = await phonePhoto(40, 30);
  const uploaded: { name: string; uploadId: string; userId: string }[] = [];
  for (const [name, user] of [
    ['ada 1', ada],
    ['ada 2', ada],
    ['ada 3', ada],
    ['eve 1', eve],
  ] as const) {
    const uploadId = await upload(app, user, photo);
    const { rows } = await app.pool.query('select user_id from uploads where id = $1', [uploadId]);
    uploaded.push({ name, uploadId, userId: rows[0].user_id });
  }

  const { db, storage, uploads } = cleaningContextOf(app);
  const rendered: string[] = [];
  let letFirstContinue = () => undefined as void;
  const gate = new Promise<void>((resolve) => (letFirstContinue = resolve));
  const context: FilesContext = {
    db,
    storage,
    uploads: {
      ...uploads,
      withContent: async (id, read) => {
        rendered.push(uploaded.find(({ uploadId }) => uploadId === id)!.name);
        await gate;
        return uploads.withContent(id, read);
      },
    },
  };
  const queries = vi.spyOn(app.pool, 'query');
  const making: Promise<string>[] = [];
  for (const { uploadId, userId } of uploaded) {
    making.push(createPicture(context, { userId, uploadId }));
    // The upload has been found, so that the picture is rendered or waits for its turn.
    await expect
      .poll(() => queries.mock.settledResults.filter(({ type }) => type === 'fulfilled').length)
      .toBe(making.length);
  }
  letFirstContinue();
  await Promise.all(making);
  expect(rendered).toEqual(['ada 1', 'eve 1', 'ada 2', 'ada 3']);
  await app.close();
});
