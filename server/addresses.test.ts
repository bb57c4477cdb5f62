import { expect, it } from 'vitest';
import { localUrl } from './addresses.ts';

it.each([
  ['localhost', 'http://localhost:3000'],
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['2001:db8::7', 'http://[2001:db8::7]:3000'],
])('a server that listens on %s can reach itself at %s', (host, address) => {
  expect(localUrl(host, 3000)).toBe(address);
});
