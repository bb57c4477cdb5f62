import { expect, it } from 'vitest';
import { fillIn, fillInMarkdown } from './fill-in.ts';

it('puts the name of the company everywhere, whatever characters it has', () => {
  expect(fillIn('{company} and {company}', 'A $& B')).toBe('A $& B and A $& B');
});

it('escapes the name in Markdown', () => {
  expect(fillInMarkdown('**{company}**', 'A*B & $1 [x](y)')).toBe('**A\\*B \\& \\$1 \\[x\\]\\(y\\)**');
});
