import MarkdownIt, { type MarkdownIt as Renderer, type Token } from 'markdown-it';

/** The schemes of links and pictures. Addresses without a scheme belong to this site. */
const SCHEMES = ['http', 'https', 'mailto', 'tel'];
/**
 * The cells of a text's tables, counting those that short rows leave out. The parser adds these to each row, so a small
 * text could become a page of millions of elements. A text with more is shown without tables.
 */
const MAX_CELLS = 10_000;

/** Who is responsible for a text. Search engines are told not to follow the links of users. */
export type Author = 'user' | 'owner';

const hasAllowedScheme = (url: string): boolean => {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url.trim())?.[1];
  return scheme === undefined || SCHEMES.includes(scheme.toLowerCase());
};

const countCells = (text: string): number => {
  // Only a line without text ends a table, also in a quotation.
  const blocks = text.split(/\n[ \t>]*(?=\n)/).map((block) => block.split('\n'));
  const columns = (line: string) => line.split('|').length - 1;
  return blocks.reduce(
    (sum, lines) => sum + lines.length * lines.reduce((most, line) => Math.max(most, columns(line)), 0),
    0,
  );
};

const isExternal = (href: string): boolean => /^(https?:)?\/\//i.test(href);

const relOf = (href: string, author: Author): string | undefined => {
  if (author === 'user') return 'nofollow ugc noopener';
  return isExternal(href) ? 'noopener' : undefined;
};

/** Shows "[x]" at the beginning of a list's item as a box. */
const markTask = (tokens: Token[], index: number): void => {
  const [first] = tokens[index]?.children ?? [];
  if (first?.type !== 'text' || tokens[index - 2]?.type !== 'list_item_open') return;
  first.content = first.content.replace(/^\[([ x])\] /i, (_mark, state) => (state === ' ' ? '☐ ' : '☑ '));
};

const adaptInline = (token: Token, author: Author): void => {
  if (token.type === 'image') token.attrSet('loading', 'lazy');
  if (token.type !== 'link_open') return;
  const rel = relOf(String(token.attrGet('href') ?? ''), author);
  if (rel) token.attrSet('rel', rel);
};

const adaptTokens = (tokens: Token[], author: Author): void =>
  tokens.forEach((token, index) => {
    // The only `h1` of a page is its title, so headings in a text start at `h2`.
    if (token.type.startsWith('heading_') && token.tag === 'h1') token.tag = 'h2';
    if (token.type !== 'inline') return;
    markTask(tokens, index);
    token.children?.forEach((child) => adaptInline(child, author));
  });

/** Tags in a text are shown as written: `html` is off. */
const createRenderer = (author: Author, hasTables: boolean): Renderer => {
  const markdown = new MarkdownIt({ html: false, linkify: true });
  markdown.validateLink = hasAllowedScheme;
  // Names of files such as "main.py" look like addresses without a scheme.
  markdown.linkify.set({ fuzzyLink: false }).add('//', null).add('ftp:', null);
  if (!hasTables) markdown.disable('table');
  markdown.core.ruler.push('site', ({ tokens }) => adaptTokens(tokens, author));
  const { rules } = markdown.renderer;
  // What scrolls horizontally must be reachable by keyboard.
  const code: NonNullable<typeof rules.fence> = (tokens, index) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
  rules.fence = code;
  rules.code_block = code;
  rules.table_open = () => '<div class="markdown-table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  return markdown;
};

const renderers = new Map<string, Renderer>();

/**
 * Renders a Markdown text. The HTML contains no tags and no schemes of the author's, and takes about a second at most for
 * any text that the site accepts, because it is also rendered while others wait.
 */
export const renderMarkdown = (text: string, author: Author): string => {
  const hasTables = countCells(text) <= MAX_CELLS;
  const key = `${author} ${hasTables}`;
  const renderer = renderers.get(key) ?? createRenderer(author, hasTables);
  renderers.set(key, renderer);
  return renderer.render(text);
};
