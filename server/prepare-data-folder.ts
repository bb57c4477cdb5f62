import { prepareFolder } from './database/embedded/cluster.ts';
import { filesFolder, type StorageSettings } from './files/create-storage.ts';
import { makeFolder } from './data-folder/make-folder.ts';
import { uploadsFolder } from './modules/files/upload-store.ts';
import { ownerOf } from './data-folder/owner.ts';

/**
 * Creates the folders in which the server stores files, so that a missing or closed one is noticed at the start and not
 * with the first upload.
 * @throws StartError if the data folder cannot be written to, or the error of the file system
 */
export const prepareDataFolder = async ({ dataDir, bucket }: StorageSettings): Promise<void> => {
  await prepareFolder(dataDir);
  const owner = await ownerOf(dataDir);
  await makeFolder(uploadsFolder(dataDir), owner);
  if (!bucket) await makeFolder(filesFolder(dataDir), owner);
};
