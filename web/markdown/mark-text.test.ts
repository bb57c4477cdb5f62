import { describe, expect, it } from 'vitest';
import { changedRange, type Mark, markText } from './mark-text.ts';

/** Applies a mark. Guillemets show the selection. */
const mark = (shown: string, name: Mark): string => {
  const [start, end] = [shown.indexOf('«'), shown.indexOf('»') - 1];
  const marked = markText({ text: shown.replace('«', '').replace('»', ''), start, end }, name);
  return `${marked.text.slice(0, marked.start)}«${marked.text.slice(marked.start, marked.end)}»${marked.text.slice(marked.end)}`;
};

describe('markText', () => {
  it.each([
    ['a «b» c', 'Bold', 'a **«b»** c'],
    ['a «»', 'Italic', 'a _«italic»_'],
    ['see «this»', 'Link', 'see [this](«https://»)'],
    ['one\nt«w»o', 'Heading', 'one\n«## two»'],
    ['«one\ntwo»', 'List', '«- one\n- two»'],
    ['«one\n»two', 'List', '«- one»\ntwo'],
    ['«one\n\ntwo»', 'Numbered list', '«1. one\n\n1. two»'],
    ['«one\n\ntwo»', 'Quote', '«> one\n> \n> two»'],
    ['«- one\ntwo»', 'List', '«- one\n- two»'],
    ['«- one\n* two»', 'Numbered list', '«1. one\n1. two»'],
    ['  «- one»', 'Numbered list', '«  1. one»'],
    ['# o«»ne', 'Heading', '## o«»ne'],
    ['«»', 'List', '- «»'],
    ['one«»', 'Quote', '> one«»'],
    ['1«». one', 'Numbered list', '«»one'],
    ['«**b**»', 'Bold', '«b»'],
    ['[this](«https://»)', 'Link', '[this](«https://»)'],
  ] as const)('%s, %s', (before, name, after) => {
    expect(mark(before, name)).toBe(after);
  });

  it.each(['Bold', 'Italic', 'Code', 'Heading', 'List', 'Numbered list', 'Quote'] as const)(
    '%s twice restores the text',
    (name) => {
      for (const text of ['«a»', 'one\n«two\n  three»\n\nfour', 'a«»b']) {
        const twice = mark(mark(text, name), name).replace(/[«»]/g, '');
        // Without a selection, a sample is added, which stays.
        expect(twice.replace(/bold|italic|code/, '')).toBe(text.replace(/[«»]/g, ''));
      }
    },
  );
});

describe('changedRange', () => {
  it.each([
    ['one two', 'one **two**', { text: '**two**', start: 4, end: 7 }],
    ['1. a', 'a', { text: '', start: 0, end: 3 }],
    ['aa', 'aaa', { text: 'a', start: 2, end: 2 }],
    ['aaa', 'aa', { text: '', start: 2, end: 3 }],
    ['', 'a', { text: 'a', start: 0, end: 0 }],
    ['a', 'a', { text: '', start: 1, end: 1 }],
  ])('%j to %j', (before, after, range) => {
    expect(changedRange(before, after)).toEqual(range);
  });
});
