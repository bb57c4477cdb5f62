/** A text with its selection. */
export interface Marked {
  text: string;
  start: number;
  end: number;
}

interface Inline {
  before: string;
  after: string;
  sample: string;
  /** The letter of its shortcut. */
  key?: string;
}

interface Block {
  prefix: string;
  /** What counts as this prefix at the start of a line, after its indentation. */
  present: RegExp;
  /** The prefixes that this one replaces. */
  replaces?: RegExp;
}

/** The beginning of the address of a new link. */
const ADDRESS = 'https://';

const LIST_ITEM = /^(?:[-*+]|\d+[.)]) /;

/**
 * The actions of the toolbar. An action wraps the selection (or a sample if nothing is selected) or prefixes each of
 * its lines. Repeating it removes the marks.
 */
export const MARKS = {
  Bold: { before: '**', after: '**', sample: 'bold', key: 'b' },
  Italic: { before: '_', after: '_', sample: 'italic', key: 'i' },
  Code: { before: '`', after: '`', sample: 'code' },
  Link: { before: '[', after: `](${ADDRESS})`, sample: 'link', key: 'k' },
  Heading: { prefix: '## ', present: /^## /, replaces: /^#{1,6} / },
  List: { prefix: '- ', present: /^[-*+] /, replaces: LIST_ITEM },
  'Numbered list': { prefix: '1. ', present: /^\d+[.)] /, replaces: LIST_ITEM },
  Quote: { prefix: '> ', present: /^> ?/ },
} as const satisfies Record<string, Inline | Block>;
export type Mark = keyof typeof MARKS;

/** Replaces the selection and selects the replacement. */
export const replaceSelection = ({ text, start, end }: Marked, by: string): Marked => ({
  text: text.slice(0, start) + by + text.slice(end),
  start,
  end: start + by.length,
});

const isBlank = (line: string): boolean => line.trim() === '';

const markLines = (lines: string[], { prefix, present, replaces }: Block): string[] => {
  const isEmpty = lines.every(isBlank);
  const isMarked = !isEmpty && lines.every((line) => isBlank(line) || present.test(line.trimStart()));
  return lines.map((line) => {
    const content = line.trimStart();
    const indentation = line.slice(0, line.length - content.length);
    if (isMarked) return indentation + content.replace(present, '');
    // Blank lines separate the items of a list, but belong to a quote.
    const isKept = present.test(content) || (isBlank(line) && !isEmpty && replaces);
    return isKept ? line : indentation + prefix + (replaces ? content.replace(replaces, '') : content);
  });
};

/** Prefixes the lines of the selection, which is then on all of them. A cursor keeps its place in the text. */
const markBlock = ({ text, start, end }: Marked, block: Block): Marked => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  // A selection that ends with a line break includes nothing of the next line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const lineEnd = text.indexOf('\n', last);
  const to = lineEnd === -1 ? text.length : lineEnd;
  const lines = markLines(text.slice(from, to).split('\n'), block).join('\n');
  const marked = replaceSelection({ text, start: from, end: to }, lines);
  if (start < end) return marked;
  const cursor = Math.max(from, start + marked.text.length - text.length);
  return { text: marked.text, start: cursor, end: cursor };
};

/** Wraps the selection, or unwraps it if the marks are around it or at its ends. */
const wrap = (marked: Marked, { before, after, sample }: Inline): Marked => {
  const { text, start, end } = marked;
  const selected = text.slice(start, end);
  if (text.slice(0, start).endsWith(before) && text.startsWith(after, end)) {
    const outer = { text, start: start - before.length, end: end + after.length };
    return replaceSelection(outer, selected);
  }
  const isWrapped = selected.length >= before.length + after.length;
  if (isWrapped && selected.startsWith(before) && selected.endsWith(after))
    return replaceSelection(marked, selected.slice(before.length, -after.length));
  const inside = selected || sample;
  const wrapped = replaceSelection(marked, before + inside + after);
  const first = start + before.length;
  return { text: wrapped.text, start: first, end: first + inside.length };
};

/** Turns the selection into a link and selects the address, so that a pasted one replaces it. */
const markLink = (marked: Marked): Marked => {
  const { text, start, end } = marked;
  if (text.slice(0, start).endsWith('](') && text.slice(start, end) === ADDRESS) return marked;
  const wrapped = wrap(marked, MARKS.Link);
  if (wrapped.text.length < text.length) return wrapped;
  const address = wrapped.end + ']('.length;
  return { text: wrapped.text, start: address, end: address + ADDRESS.length };
};

/** Applies an action of the toolbar to the selection. */
export const markText = (marked: Marked, name: Mark): Marked => {
  if (name === 'Link') return markLink(marked);
  const mark = MARKS[name];
  return 'prefix' in mark ? markBlock(marked, mark) : wrap(marked, mark);
};

/** The smallest range of `before` whose replacement by `text` results in `after`. */
export const changedRange = (before: string, after: string): Marked => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { text: after.slice(start, after.length - same), start, end: before.length - same };
};

/** The action whose shortcut is this key. */
export const markOfKey = (key: string): Mark | undefined =>
  (Object.keys(MARKS) as Mark[]).find((name) => {
    const mark: Inline | Block = MARKS[name];
    return 'key' in mark && mark.key === key.toLowerCase();
  });
