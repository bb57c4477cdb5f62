import { hkdfSync } from 'node:crypto';

/** Derives a separate key for each purpose (RFC 5869), so that a leaked key reveals no other. */
export const deriveKey = (secret: string, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `classharbor ${purpose}`, bytes));

/** Derives a key for each purpose as text, in hexadecimal. */
export const deriveTextKey = (secret: string, purpose: string): string =>
  deriveKey(secret, purpose, 24).toString('hex');
