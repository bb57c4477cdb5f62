import { inArray } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import type { FileStorage } from '../files/storage.ts';
import { privateKey } from '../modules/files/stored-files.ts';
import { fileKey } from '../modules/files/stored-pictures.ts';
import { type DemoVideo, listDemoVideos, readDemoVideo } from './demo-videos.ts';

/** Records a video, its captions and its poster as a user's uploads. The contents follow with `storeDemoVideos`. */
export const insertVideo = async (
  trx: Transaction,
  userId: string,
  { video, captions, poster }: DemoVideo,
): Promise<void> => {
  await trx.insert(tables.files).values(
    [video, captions].map(({ id, purpose, name, type, content }) => ({
      id,
      userId,
      purpose,
      name,
      type,
      bytes: content.length,
    })),
  );
  const { hash, address, width, height, files } = poster;
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  await trx.insert(tables.pictures).values({ hash, userId, address, width, height, bytes });
};

const isStored = async (storage: FileStorage, key: string): Promise<boolean> => {
  const found = await storage.read(key, { start: 0, end: 0 });
  found?.content.destroy();
  return found !== undefined;
};

/**
 * The contents that the records of the demo's videos refer to. Videos that a teacher has removed are not stored again.
 */
const listContents = async (db: Database): Promise<{ key: string; content: Buffer }[]> => {
  const videos = listDemoVideos().map(readDemoVideo);
  const files = videos.flatMap(({ video, captions }) => [video, captions]);
  const posters = videos.map(({ poster }) => poster);
  const [fileRows, pictureRows] = await Promise.all([
    db
      .select({ id: tables.files.id })
      .from(tables.files)
      .where(
        inArray(
          tables.files.id,
          files.map(({ id }) => id),
        ),
      ),
    db
      .select({ hash: tables.pictures.hash })
      .from(tables.pictures)
      .where(
        inArray(
          tables.pictures.hash,
          posters.map(({ hash }) => hash),
        ),
      ),
  ]);
  const [ids, hashes] = [new Set(fileRows.map(({ id }) => id)), new Set(pictureRows.map(({ hash }) => hash))];
  return [
    ...files.filter(({ id }) => ids.has(id)).map(({ id, content }) => ({ key: privateKey(id), content })),
    ...posters
      .filter(({ hash }) => hashes.has(hash))
      .flatMap((poster) =>
        poster.files.map(({ width, content }) => ({ key: fileKey(poster, width), content })),
      ),
  ];
};

/**
 * Stores the contents of the demo's videos that storage lacks: after seeding, and if the database outlives the folder
 * of files.
 * @throws Error if storage cannot be written
 */
export const storeDemoVideos = async (db: Database, storage: FileStorage): Promise<void> => {
  const contents = await listContents(db);
  await Promise.all(
    contents.map(async ({ key, content }) => {
      if (!(await isStored(storage, key))) await storage.put(key, content);
    }),
  );
};
