import { expect, it } from 'vitest';
import { questionsIn } from './questions-in.ts';

it('treats second-level headings as questions', () => {
  expect(questionsIn('Hello\n\n## One? ##\nYes.\n\n### Why\nSo.\n## Two?\n\nNo.')).toEqual({
    before: 'Hello',
    questions: [
      { question: 'One?', answer: 'Yes.\n\n### Why\nSo.' },
      { question: 'Two?', answer: 'No.' },
    ],
  });
});

it('leaves code alone', () => {
  const code = '```\n## no question\n```';
  expect(questionsIn(`${code}\n## One?\n${code}`)).toEqual({
    before: code,
    questions: [{ question: 'One?', answer: code }],
  });
});

it('keeps marks that belong to a question', () => {
  expect(questionsIn('## Is it C#').questions[0]?.question).toBe('Is it C#');
});

it('reads a heading with a long space within', () => {
  const question = `a${' '.repeat(50_000)}b`;
  expect(questionsIn(`## ${question} ##`).questions).toEqual([{ question, answer: '' }]);
});
