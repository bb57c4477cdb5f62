import { expect, it } from 'vitest';
import { CachedResponse } from './cached-response.ts';

const TEXT = 'A text that is long enough to be compressed. '.repeat(100);

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['BR', 'br'],
  ['br;q=0', undefined],
  ['br; q=0.000, gzip', 'gzip'],
  ['gzip;q=0, br;q=0, identity', undefined],
  ['brotli', undefined],
  ['', undefined],
  [undefined, undefined],
])('for a client that accepts %j the encoding is %j', async (accepted, encoding) => {
  const response = await CachedResponse.create(Buffer.from(TEXT), {}, []);
  const { headers } = await response.messageFor(accepted);
  const place = headers.indexOf('content-encoding');
  expect(place < 0 ? undefined : headers[place + 1]).toBe(encoding);
});
