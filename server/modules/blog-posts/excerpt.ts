/**
 * The maximum length of a text that is shown in full, and the approximate length of the excerpt of a longer one, in
 * characters.
 */
const WHOLE = 1_500;
const BEGINNING = 800;

const FENCE = /^ {0,3}(`{3,}|~{3,})/gm;

/** Shortens a long Markdown text to its first paragraphs. A short one stays whole. */
export const excerptOf = (text: string): { text: string; isWhole: boolean } => {
  if (text.length <= WHOLE) return { text, isWhole: true };
  let end = 0;
  while (end >= 0 && end < BEGINNING) end = text.indexOf('\n\n', end + 1);
  const beginning = text.slice(0, end < 0 || end > WHOLE ? BEGINNING : end);
  const fences = [...beginning.matchAll(FENCE)];
  // An open code block would swallow what follows.
  const closing = fences.length % 2 === 1 ? `\n${fences.at(-1)![1]}` : '';
  return { text: beginning + closing, isWhole: false };
};
