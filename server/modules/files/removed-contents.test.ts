import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CurrentUser } from '#server/http/access.ts';
import { deleteOwnAccount } from '#server/modules/accounts/delete-account.ts';
import { cleaningContextOf } from '#tests/support/cleaning.ts';
import { isServed, phonePhoto, uploadFile, uploadPicture } from '#tests/support/pictures.ts';
import { startTestApp, type AppWithFiles } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';
import { type CleaningContext, cleanFiles } from './clean-files.ts';
import { deleteUnusedPictures, insertPicture } from './pictures.repository.ts';
import { backgroundRemoval } from './removed-contents.ts';
import { privateKey } from './stored-files.ts';

const DAY = 24 * 60 * 60_000;

let app: AppWithFiles;
let files: CleaningContext;
let pictureCount = 0;

beforeAll(async () => {
  app = await startTestApp();
  files = cleaningContextOf(app);
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * (DAY + 60_000));

/** Uploads pictures with eight widths each, more files than a round removes without a record. @returns their addresses */
const uploadPictures = async (user: TestUser): Promise<string[]> => {
  const addresses: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    pictureCount += 1;
    const { body } = await uploadPicture(app, user, await phonePhoto(1600 + pictureCount * 4, 900));
    addresses.push(body.image as string);
  }
  return addresses;
};
const areServed = (addresses: string[]) => Promise.all(addresses.map((address) => isServed(app, address)));

/** The hashes of the pictures that a round removes. */
const listRemovable = async (): Promise<string[]> => {
  await cleanFiles(files);
  const { rows } = await app.pool.query<{ hash: string }>(
    'select hash from pictures where unused_since is not null',
  );
  return rows.map(({ hash }) => hash);
};

const failing = (): CleaningContext => ({
  ...files,
  storage: { ...files.storage, remove: () => Promise.reject(new Error('The storage is down')) },
});

it('contents are removed by a later round if storage was down when their records were deleted', async () => {
  const pictures = await uploadPictures(await createStudent(app));
  await cleanFiles(files);
  await expect(cleanFiles(failing(), { now: inDays(1) })).rejects.toThrow('The storage is down');
  expect(await areServed(pictures)).toEqual([true, true, true, true]);
  // Listed contents are no orphans, however many they are.
  expect(await cleanFiles(files, { now: inDays(2) })).toMatchObject({ orphans: 0 });
  expect(await areServed(pictures)).toEqual([false, false, false, false]);
});

it('the files of a deleted account are removed later if the server is killed in between', async () => {
  const ada = await createStudent(app);
  const pictures = await uploadPictures(ada);
  const { body } = await uploadFile(app, ada, Buffer.from('My work'), 'work.txt');
  const key = privateKey(body._id as string);
  const { rows } = await app.pool.query<CurrentUser>(
    `select users.id, identity_id as "identityId", session.id as "sessionId"
       from users join identity.session on user_id = identity_id where email = $1`,
    [ada.email],
  );
  // The route would also remove the contents.
  await deleteOwnAccount(files.db, rows[0]!);
  expect(await files.storage.read(key)).toBeDefined();
  expect(await cleanFiles(files, { now: inDays(1) })).toMatchObject({ orphans: 0 });
  expect(await areServed(pictures)).toEqual([false, false, false, false]);
  expect(await files.storage.read(key)).toBeUndefined();
  expect((await app.pool.query('select from removed_contents')).rowCount).toBe(0);
});

it('a content that cannot be removed does not keep the others', async () => {
  const pictures = await uploadPictures(await createStudent(app));
  const [first] = (await listRemovable()).toSorted();
  const refusing: CleaningContext = {
    ...files,
    storage: {
      ...files.storage,
      remove: (key) =>
        key.includes(first!) ? Promise.reject(new Error('Access denied')) : files.storage.remove(key),
    },
  };
  await expect(cleanFiles(refusing, { now: inDays(1) })).rejects.toThrow('Access denied');
  const { rows } = await app.pool.query<{ name: string }>('select name from removed_contents');
  expect(rows).toEqual([{ name: first }]);
  expect((await areServed(pictures)).filter(Boolean)).toHaveLength(1);
  await cleanFiles(files);
  expect(await areServed(pictures)).toEqual([false, false, false, false]);
});

it('many deletions of accounts remove contents one after the other', async () => {
  const remaining: (() => void)[] = [];
  const removed: string[] = [];
  const slow = {
    ...files,
    storage: {
      ...files.storage,
      remove: (key: string) => {
        removed.push(key);
        return new Promise<void>((resolve) => remaining.push(resolve));
      },
    },
  };
  const ids = Array.from({ length: 3 }, () => randomUUID()).toSorted();
  const list = (name: string) =>
    app.pool.query(`insert into removed_contents (kind, name) values ('file', $1)`, [name]);
  for (const id of ids) await list(id);
  const warnings: unknown[] = [];
  const start = backgroundRemoval(slow, { warn: (entry: unknown) => warnings.push(entry) } as never);
  for (let count = 0; count < 5; count += 1) start();
  for (const index of ids.keys()) {
    await expect.poll(() => removed).toEqual(ids.slice(0, index + 1).map(privateKey));
    expect(remaining).toHaveLength(index + 1);
    // Deleted during the removal, before the current position.
    if (index === 1) await list(ids[0]!);
    remaining[index]!();
  }
  await expect.poll(() => removed).toEqual([...ids, ids[0]!].map(privateKey));
  remaining.at(-1)!();
  const listed = async () => (await app.pool.query('select from removed_contents')).rowCount;
  await expect.poll(listed).toBe(0);
  expect(warnings).toEqual([]);
});

it('a picture that was uploaded again stays, although its content is listed as removed', async () => {
  const [ada, ben] = [await createStudent(app), await createStudent(app)];
  const photo = await phonePhoto(420, 200);
  const upload = async (user: TestUser) => (await uploadPicture(app, user, photo)).body.image as string;
  const image = await upload(ada);
  await app.pool.query(`update pictures set unused_since = now() - interval '3 days'`);
  await expect(cleanFiles(failing())).rejects.toThrow('The storage is down');
  expect(await upload(ben)).toBe(image);
  await cleanFiles(files);
  expect(await areServed([image])).toEqual([true]);
});

it('a picture that is uploaded again while unused ones are deleted keeps its record', async () => {
  await uploadPicture(app, await createStudent(app), await phonePhoto(440, 200));
  await app.pool.query(`update pictures set unused_since = now() - interval '3 days'`);
  const { rows } = await app.pool.query<{ id: string; hash: string }>(
    'select id, hash from pictures order by created_at desc limit 1',
  );
  const picture = await files.db.query.pictures.findFirst({
    where: (row, { eq }) => eq(row.id, rows[0]!.id),
  });
  let deleting: Promise<number> | undefined;
  await files.db.transaction(async (trx) => {
    await insertPicture(trx, picture!);
    deleting = deleteUnusedPictures(files.db, inDays(-1), 500);
    // Either the deletion skips the locked record, or it waits for it.
    await Promise.race([deleting, new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  await deleting;
  const { rowCount } = await app.pool.query('select from pictures where id = $1', [picture!.id]);
  expect(rowCount).toBe(1);
});
