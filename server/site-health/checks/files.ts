import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '../../files/storage.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

/** Whether a file can be stored, read again and removed. */
export const checkFiles = async (storage: FileStorage): Promise<Outcome> => {
  const key = `health/${randomUUID()}`;
  const content = Buffer.from(key);
  try {
    await storage.put(key, content);
    const stored = await storage.read(key);
    if (!stored || !(await buffer(stored.content)).equals(content))
      return problem('A file was read differently from how it was stored', 'Check the storage of files.');
    return ok('A file was stored, read and removed');
  } finally {
    await storage.remove(key);
  }
};
