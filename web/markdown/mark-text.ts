/** A text with its selection. */
export interface Marked {
  text: string;
  start: number;
  end: number;
}

/**
 * The actions of the toolbar. An action wraps the selection (or a sample if nothing is selected) or prefixes each of
 * its lines.
 */
export const MARKS = {
  Bold: { before: '**', after: '**', sample: 'bold' },
  Italic: { before: '_', after: '_', sample: 'italic' },
  Code: { before: '`', after: '`', sample: 'code' },
  Link: { before: '[', after: '](https://)', sample: 'link' },
  Heading: { line: '## ' },
  List: { line: '- ' },
  'Numbered list': { line: '1. ' },
  Quote: { line: '> ' },
} as const;
export type Mark = keyof typeof MARKS;

/** Replaces the selection and selects the replacement. */
export const replaceSelection = ({ text, start, end }: Marked, by: string): Marked => ({
  text: text.slice(0, start) + by + text.slice(end),
  start,
  end: start + by.length,
});

/** Applies an action of the toolbar to the selection. */
export const markText = (marked: Marked, name: Mark): Marked => {
  const { text, start, end } = marked;
  const mark = MARKS[name];
  if ('line' in mark) {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const lines = text.slice(from, end).split('\n');
    return replaceSelection({ text, start: from, end }, lines.map((line) => mark.line + line).join('\n'));
  }
  const selected = text.slice(start, end) || mark.sample;
  const { text: changed } = replaceSelection(marked, mark.before + selected + mark.after);
  const inside = start + mark.before.length;
  return { text: changed, start: inside, end: inside + selected.length };
};
