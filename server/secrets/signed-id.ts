import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares a secret text in constant time. */
export const isSameSecret = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const sign = (key: string, id: string): string => createHmac('sha256', key).update(id).digest('base64url');

/**
 * Creates a token that identifies a record and that only this site can create.
 * @param key a key for one purpose, see `deriveTextKey`
 */
export const createSignedId = (key: string, id: string): string => `${id}.${sign(key, id)}`;

/** Reads a token. @returns the id, or undefined for a token that was not signed with this key */
export const readSignedId = (key: string, token: string): string | undefined => {
  const [id = ''] = token.split('.', 1);
  return isSameSecret(token, createSignedId(key, id)) ? id : undefined;
};
