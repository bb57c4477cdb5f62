import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

const MEGABYTE = 1024 ** 2;

it.each([
  [1, '1 KB'],
  [4 * 1024, '4 KB'],
  [0.1 * MEGABYTE + 1, '0.1 MB'],
  [12.34 * MEGABYTE, '12.3 MB'],
  [1023.9 * MEGABYTE, '1023.9 MB'],
  [1024 * MEGABYTE - 1, '1 GB'],
  [1024 * MEGABYTE, '1 GB'],
  [1536 * MEGABYTE, '1.5 GB'],
  [2048 * MEGABYTE, '2 GB'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
