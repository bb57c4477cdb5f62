import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** In seconds. */
const PERIOD = 30;

/** RFC 4648, section 6. */
const decodeBase32 = (text: string): Buffer => {
  const bits = Array.from(text.replace(/=+$/, ''))
    .map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/**
 * The code that an authenticator app shows for an `otpauth://` URI, or for its key (RFC 6238): the current one, or
 * the next one, which is already accepted and not used yet.
 */
export const codeFor = (uriOrKey: string, which: 'now' | 'next' = 'now'): string => {
  const key = uriOrKey.startsWith('otpauth:') ? new URL(uriOrKey).searchParams.get('secret')! : uriOrKey;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1_000 / PERIOD) + (which === 'now' ? 0 : 1)));
  const hash = createHmac('sha1', decodeBase32(key)).update(counter).digest();
  const offset = hash.at(-1)! & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};
