import { text } from 'node:stream/consumers';
import { StartError } from '../start-error.ts';
import type { FileStorage } from './storage.ts';

/** The key of the file that names the site to which a storage belongs. */
export const MARK_KEY = 'site-mark';

/** The mark of the site to which a storage belongs, or undefined if it has none yet. @throws Error */
export const readStorageMark = async (storage: FileStorage): Promise<string | undefined> => {
  const found = await storage.read(MARK_KEY);
  return found && (await text(found.content)).trim();
};

/**
 * Marks a storage that has no mark yet, and requires any other one to be the site's own. A server that is connected to
 * another database must not remove files from it, because it would mistake all of them for unused.
 * @param mark the mark of the site, from its database
 * @throws StartError if the storage belongs to another site
 */
export const claimStorage = async (storage: FileStorage, mark: string): Promise<void> => {
  let stored = await readStorageMark(storage);
  if (stored === undefined) {
    await storage.put(MARK_KEY, Buffer.from(`${mark}\n`));
    // Another site may have written its mark at the same time.
    stored = await readStorageMark(storage);
  }
  if (stored !== mark)
    throw new StartError(
      'This file storage belongs to another site, so nothing is removed from it: run npm run doctor',
    );
};
