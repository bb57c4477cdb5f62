interface Questions {
  /** The text before the first question. */
  before: string;
  questions: { question: string; answer: string }[];
}

const HEADING = /^ {0,3}##(?!#)[ \t]+(.*)$/;
const FENCE = /^ {0,3}(```|~~~)/;

/** Removes the marks that may close a heading after a space. */
const withoutClosingMarks = (heading: string): string => {
  const trimmed = heading.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  const text = trimmed.slice(0, end);
  return /[ \t]$/.test(text) ? text.trimEnd() : trimmed;
};

/**
 * Splits a Markdown text into questions and answers. Each second-level heading is a question, followed by its answer.
 */
export const questionsIn = (text: string): Questions => {
  const before: string[] = [];
  const found: { question: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, heading = ''] = (!isCode && HEADING.exec(line)) || [];
    const question = withoutClosingMarks(heading);
    if (question) found.push({ question, lines: [] });
    else (found.at(-1)?.lines ?? before).push(line);
  }
  return {
    before: before.join('\n').trim(),
    questions: found.map(({ question, lines }) => ({ question, answer: lines.join('\n').trim() })),
  };
};
