import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

interface DemoLesson {
  title: string;
  minutes: number;
  isPreview: boolean;
  /** The name of its video in `videos/`, if it has one. */
  video?: string;
  text: string;
}

export interface DemoCurriculum {
  outcomes: string[];
  sections: { title: string; lessons: DemoLesson[] }[];
}

interface Line {
  text: string;
  isCode: boolean;
}

interface Part {
  title: string;
  lines: Line[];
}

const OUTCOMES = 'What you will learn';
const FACTS = /^(?<minutes>\d+) minutes?(?<preview>, preview)?(?:, video (?<video>[\w-]+))?$/;
const FENCE = '```';

const readLines = (content: string): Line[] => {
  let isCode = false;
  return content.split('\n').map((text) => {
    if (text.startsWith(FENCE)) isCode = !isCode;
    return { text, isCode };
  });
};

/** Splits Markdown at headings. Comments in code that look like headings do not count. @param mark such as `##` */
const splitAt = (mark: string, lines: Line[]): Part[] => {
  const parts: Part[] = [];
  for (const line of lines) {
    if (!line.isCode && line.text.startsWith(`${mark} `))
      parts.push({ title: line.text.slice(mark.length + 1), lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts;
};

/**
 * Converts the lines of a lesson to its text: third-level headings of the file are second-level headings of the text.
 */
const toText = (lines: Line[]): string =>
  lines
    .map(({ text, isCode }) => (isCode ? text : text.replace(/^### /, '## ')))
    .join('\n')
    .trim();

const toLesson = ({ title, lines }: Part): DemoLesson => {
  const [facts, ...rest] = lines.slice(lines.findIndex(({ text }) => text !== ''));
  const { minutes, preview, video } = FACTS.exec(facts?.text ?? '')?.groups ?? {};
  if (minutes === undefined) throw new Error(`The lesson "${title}" does not begin with its minutes`);
  return {
    title,
    minutes: Number(minutes),
    isPreview: preview !== undefined,
    ...(video !== undefined && { video }),
    text: toText(rest),
  };
};

/**
 * The curriculum of a class of the demo, from `curricula/<slug>.md`. First-level headings are sections and second-level
 * headings are lessons. Each lesson begins with a line such as `12 minutes`, `12 minutes, preview` or `1 minute,
 * video easing`. The section "What you will learn" lists the outcomes.
 * @returns undefined if the class has none
 * @throws Error if a lesson does not begin with its minutes
 */
export const readCurriculum = (slug: string): DemoCurriculum | undefined => {
  const file = join(PROJECT_ROOT, 'server/demo-data/curricula', `${slug}.md`);
  if (!existsSync(file)) return undefined;
  const parts = splitAt('#', readLines(readFileSync(file, 'utf8')));
  const outcomes = parts.find(({ title }) => title === OUTCOMES)?.lines ?? [];
  return {
    outcomes: outcomes.flatMap(({ text }) => (text.startsWith('- ') ? [text.slice(2)] : [])),
    sections: parts
      .filter(({ title }) => title !== OUTCOMES)
      .map(({ title, lines }) => ({ title, lessons: splitAt('##', lines).map(toLesson) })),
  };
};
