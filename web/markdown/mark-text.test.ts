import { describe, expect, it } from 'vitest';
import { type Mark, markText } from './mark-text.ts';

/** Applies a mark. Angle brackets show the selection. */
const mark = (shown: string, name: Mark): string => {
  const [start, end] = [shown.indexOf('<'), shown.indexOf('>') - 1];
  const marked = markText({ text: shown.replace('<', '').replace('>', ''), start, end }, name);
  return `${marked.text.slice(0, marked.start)}<${marked.text.slice(marked.start, marked.end)}>${marked.text.slice(marked.end)}`;
};

describe('markText', () => {
  it.each([
    ['a <b> c', 'Bold', 'a **<b>** c'],
    ['a <>', 'Italic', 'a _<italic>_'],
    ['see <this>', 'Link', 'see [<this>](https://)'],
    ['one\nt<w>o', 'Heading', 'one\n<## tw>o'],
    ['<one\ntwo>', 'List', '<- one\n- two>'],
  ] as const)('%j, %s', (before, name, after) => {
    expect(mark(before, name)).toBe(after);
  });
});
