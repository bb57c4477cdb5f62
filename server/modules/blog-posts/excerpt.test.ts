import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, n) => `${n} ${'word '.repeat(60)}`).join('\n\n');

it('keeps a short text whole', () => {
  const text = paragraphs(2);
  expect(excerptOf(text)).toEqual({ text, isWhole: true });
});

it('keeps a code block that is closed', () => {
  const code = 'Run this:\n\n```sh\nnpm start\n```';
  const { text, isWhole } = excerptOf(`${code}\n\n${paragraphs(9)}`);
  expect(isWhole).toBe(false);
  expect(text.startsWith(`${code}\n\n0 word`)).toBe(true);
  expect(text.endsWith('```')).toBe(false);
});

it.each(['```', '~~~~'])('closes a block of code by %s that is cut', (fence) => {
  const { text } = excerptOf(`${fence}\n${paragraphs(9)}\n${fence}`);
  expect(text.startsWith(`${fence}\n0 word`)).toBe(true);
  expect(text.endsWith(`\n${fence}`)).toBe(true);
});
