interface Questions {
  /** The text before the first question. */
  before: string;
  questions: { question: string; answer: string }[];
}

const HEADING = /^ {0,3}##(?!#)[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const FENCE = /^ {0,3}(```|~~~)/;

/**
 * Splits a Markdown text into questions and answers. Each second-level heading is a question, followed by its answer.
 */
export const questionsIn = (text: string): Questions => {
  const before: string[] = [];
  const found: { question: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, question] = (!isCode && HEADING.exec(line)) || [];
    if (question) found.push({ question, lines: [] });
    else (found.at(-1)?.lines ?? before).push(line);
  }
  return {
    before: before.join('\n').trim(),
    questions: found.map(({ question, lines }) => ({ question, answer: lines.join('\n').trim() })),
  };
};
