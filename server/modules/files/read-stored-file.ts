import type { Readable } from 'node:stream';
import type { FileStorage } from '../../files/storage.ts';
import { privateKey } from './stored-files.ts';

/** Reads the whole content of a private file. @throws Error if storage does not have it */
export const readStoredFile = async (storage: FileStorage, id: string): Promise<Readable> => {
  const found = await storage.read(privateKey(id));
  if (!found) throw new Error(`The content of the file ${id} is missing`);
  return found.content;
};
