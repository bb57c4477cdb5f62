import { createHash, randomUUID } from 'node:crypto';

/**
 * The id of something that a caller creates. With a key, the same content has the same id, so that a call that is repeated
 * after its response was lost finds what the first one created. The author belongs to the content, so nobody can choose
 * the id of something else.
 * @param key the client's key for this attempt to create something. Absent: each call has a new id
 * @returns a UUID (version 8 with a key)
 */
export const keyedId = (key: string | undefined, content: readonly unknown[]): string => {
  if (key === undefined) return randomUUID();
  const bytes = createHash('sha256')
    .update(JSON.stringify([key, ...content]))
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
