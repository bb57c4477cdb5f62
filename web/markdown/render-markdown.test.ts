import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const render = (text: string) => renderMarkdown(text, 'user');
/** Repeats a part up to the length of the longest lesson that the site accepts. */
const filled = (part: string): string => part.repeat(Math.floor(20_000 / part.length));

describe('a text', () => {
  it.each([
    ['emphasis', '*one* and __two__ and ~~three~~', '<em>one</em> and <strong>two</strong> and <s>three</s>'],
    ['headings below that of the page', '# One\n\n## Two', '<h2>One</h2>\n<h2>Two</h2>'],
    ['lists', '- one\n  - two', '<li>two</li>'],
    ['tasks', '- [x] done\n- [ ] open', '<li>☑ done</li>\n<li>☐ open</li>'],
    ['quotations', '> said', '<blockquote>'],
    ['code that scrolls by keyboard', '```js\n<b>\n```', '<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>'],
    [
      'tables that scroll by keyboard',
      '| a |\n| - |\n| b |',
      '<div class="markdown-table" tabindex="0"><table>',
    ],
    ['pictures that load late', '![a plan](/files/1)', '<img src="/files/1" alt="a plan" loading="lazy">'],
    ['links', '[here](/about)', '<a href="/about" rel="nofollow ugc noopener">here</a>'],
    [
      'addresses as links',
      'See https://a.test/b.',
      '<a href="https://a.test/b" rel="nofollow ugc noopener">',
    ],
    ['email addresses as links', 'Ask me@a.test', '<a href="mailto:me@a.test" rel="nofollow ugc noopener">'],
  ])('has its %s', (_what, text, expected) => {
    expect(render(text)).toContain(expected);
  });

  it('has no links from the names of files', () => {
    expect(render('Run main.py and read README.md')).not.toContain('<a ');
  });

  it('of the owner lets search engines follow its links', () => {
    expect(renderMarkdown('[a](/about) [b](https://b.test)', 'owner')).toContain(
      '<a href="/about">a</a> <a href="https://b.test" rel="noopener">b</a>',
    );
  });
});

describe('what a malicious author writes', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java&#10;script:alert(1))',
    '[a](\u0001javascript:alert(1))',
    '[a](vbscript:x)',
    '[a](data:text/html,x)',
    '![a](data:image/svg+xml,x)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '![a" onerror="alert(1)](/x)',
    '[a](/x "b\\" onclick=\\"alert(1)")',
    '```"><script>\n</script>\n```',
  ])('becomes no code: %s', (text) => {
    const html = render(text);
    expect(html).not.toMatch(/<script|<img src=x|(href|src)="\s*(javascript|vbscript|data|%00)/i);
    expect(html.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/i);
  });

  it('becomes no tags and attributes other than those of Markdown', () => {
    const part = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '`',
        '[',
        ']',
        '(',
        ')',
        '!',
        '*',
        '_',
        '~',
        '\\',
        '\n',
        ' ',
        '&',
        ';',
        ':',
        '/',
        '|',
        '-',
      ],
      ...[
        'javascript:',
        'data:',
        'http://',
        'on',
        'click=',
        'script',
        'svg',
        'a',
        '#',
        '&quot;',
        '&lt;',
        '1.',
        '\t',
        '\0',
      ],
    );
    const tag =
      /^<\/?(p|em|strong|s|h[2-6]|ul|ol( start="\d+")?|li|blockquote|hr|br|code|pre( tabindex="0")?|a( href="[^"<>]*")?( title="[^"<>]*")?( rel="nofollow ugc noopener")?|img src="[^"<>]*" alt="[^"<>]*"( title="[^"<>]*")? loading="lazy"|div( class="markdown-table" tabindex="0")?|table|thead|tbody|tr|t[hd]( style="text-align:(left|center|right)")?)>/;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const html = render(parts.join(''));
        for (const { index } of html.matchAll(/</g)) expect(html.slice(index)).toMatch(tag);
        for (const [, scheme] of html.matchAll(/(?:href|src)="([a-z][a-z\d+.-]*):/gi))
          expect(['http', 'https', 'mailto', 'tel']).toContain(scheme?.toLowerCase());
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The slowest takes half a second. Parsers whose time grows with the square of a text take far longer than the limit. */
describe('a text made to block the server', { timeout: 10_000 }, () => {
  it.each([
    ['cells that rows leave out', `${'a|'.repeat(1_000)}\n${'-|'.repeat(1_000)}\n${'x\n'.repeat(5_000)}`],
    ['the same in a quotation', `> ${'a|'.repeat(900)}\n> ${'-|'.repeat(900)}\n${'> x\n'.repeat(3_000)}`],
    ['a row after each', filled('|a|\n|-|\nb\n')],
    ['one run of stars', `${'*'.repeat(10_000)}a${'*'.repeat(9_990)}`],
    ['emphasis', filled('*a_ ')],
    ['entities after an address', `https://a.b/${filled('&a;')}`],
    ['addresses', filled('http://a.b/(')],
    ['addresses without a scheme', filled('//a.b/')],
    ['email addresses', filled('a@b.c ')],
    ['headings by underlines', filled('a\n-\n')],
    ['brackets that close', `[${']'.repeat(19_999)}`],
    ['brackets that open', filled('[')],
    ['links', filled('[a](')],
    ['nested links', '[a'.repeat(6_000) + ']'.repeat(6_000)],
    ['pictures', '!['.repeat(995) + ']'.repeat(18_000)],
    ['definitions', filled('[a]: /b\n')],
    ['lazy lines', `- a\n${filled('b\n')}`],
    ['lists', filled('- a\n')],
    ['nested lists', filled('- - - - - a\n')],
    ['quotations', filled('> ')],
    ['lists in quotations', filled('>- ')],
    ['backticks of all lengths', Array.from({ length: 190 }, (_, length) => '`'.repeat(length)).join(' ')],
  ])('is a page of limited size: %s', (_what, text) => {
    expect(render(text).length).toBeLessThan(500_000);
  });

  it('shows too many cells as written, and the rest with its formatting', () => {
    const html = render(
      `# Title\n\n${'a|'.repeat(1_000)}\n${'-|'.repeat(1_000)}\n${'x\n'.repeat(5_000)}\n- an item`,
    );
    expect(html).not.toContain('<table>');
    expect(html).toMatch(/<h2>Title<\/h2>.*<li>an item<\/li>/s);
  });

  it('has tables of ordinary sizes', () => {
    expect(render(`| a | b |\n| - | - |\n${'| c | d |\n'.repeat(1_500)}`)).toContain('<table>');
  });
});
