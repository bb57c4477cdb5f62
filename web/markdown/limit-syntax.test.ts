import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { limitSyntax } from './limit-syntax.ts';

const render = (children: string): string =>
  renderToStaticMarkup(
    createElement(ReactMarkdown, { remarkPlugins: [remarkGfm, [limitSyntax, children]], children }),
  );
/** Repeats a part up to the length of the longest text that the site accepts. */
const filled = (part: string): string => part.repeat(Math.floor(20_000 / part.length));

describe('a text with a reasonable number of marks', () => {
  it.each([
    ['emphasis', '*one* and _two_ and **three** words '.repeat(150), '<em>'],
    ['links', '[a link](https://example.test) '.repeat(400), '<a href='],
    ['lists', '- an item\n  - one more\n'.repeat(300), '<ul>'],
    ['quotations', '>>> three levels\n'.repeat(100), '<blockquote>'],
    ['tables', `| a | b |\n| - | - |\n${'| c | d |\n'.repeat(300)}`, '<table>'],
  ])('has its %s', (_what, text, expected) => {
    expect(render(text)).toContain(expected);
  });
});

describe('a text with so many marks that it would block the server', () => {
  it.each([
    ['emphasis', filled('*a_ '), '<em>'],
    ['links', filled('[a]('), '<a '],
    ['nested links', '[a'.repeat(6_000) + ']'.repeat(6_000), '<a '],
    ['definitions', filled('[a]: /b\n'), '<a '],
    ['lists', filled('- a\n'), '<ul>'],
    ['numbered lists', filled('1. a\n'), '<ol>'],
    ['nested lists', filled('- - - - - a\n'), '<ul>'],
    ['quotations', filled('> '), '<blockquote>'],
    ['lists in quotations', filled('>- '), '<blockquote>'],
    ['tables', `|a|\n|-|\n${filled('|a|\n')}`, '<table>'],
  ])('is shown without its %s', (_what, text, unexpected) => {
    const html = render(text);
    expect(html).toContain('<p>');
    expect(html).not.toContain(unexpected);
  });

  it('keeps its other formatting', () => {
    expect(render(`# Title\n\n${filled('*a_ ')}\n\n- an item`)).toMatch(
      /<h1>Title<\/h1>.*<li>an item<\/li>/s,
    );
  });
});
