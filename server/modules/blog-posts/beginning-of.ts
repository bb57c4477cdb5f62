/** Characters up to which a text is shown as a whole, and after which the beginning of a longer one ends. */
const WHOLE = 1_500;
const BEGINNING = 800;

const FENCE = /^ {0,3}(```|~~~)/m;

/** @returns a text in Markdown, or the first paragraphs of a long one */
export const beginningOf = (text: string): { text: string; isWhole: boolean } => {
  if (text.length <= WHOLE) return { text, isWhole: true };
  let end = 0;
  while (end >= 0 && end < BEGINNING) end = text.indexOf('\n\n', end + 1);
  const beginning = text.slice(0, end < 0 || end > WHOLE ? BEGINNING : end);
  // What follows an open code block would be part of it.
  const code = FENCE.exec(beginning);
  return { text: code ? beginning.slice(0, code.index) : beginning, isWhole: false };
};
