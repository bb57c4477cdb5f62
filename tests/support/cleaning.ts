import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import * as schema from '#server/database/schema.ts';
import { createFolderStorage } from '#server/files/folder-storage.ts';
import type { CleaningContext } from '#server/modules/files/clean-files.ts';
import { createUploadStore } from '#server/modules/files/upload-store.ts';
import { findShopMark } from '#server/modules/payments/shop.repository.ts';
import type { AppWithFiles } from './test-app.ts';

/** What cleans the files of an app. @param pool the connections to the database; by default those of the app */
export const cleaningContextOf = (
  { dataDir, ...app }: AppWithFiles,
  pool: Pool = app.pool,
): CleaningContext => {
  const db = drizzle(pool, { schema });
  return {
    db,
    findMark: () => findShopMark(db),
    storage: createFolderStorage(join(dataDir, 'files')),
    uploads: createUploadStore(join(dataDir, 'uploads')),
  };
};
