import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { daysAgo } from './days.ts';
import { DEMO_STUDENT, DEMO_STUDENTS, DEMO_TEACHERS } from './people.ts';
import type { People } from './seed-people.ts';

interface DemoQuestion {
  slug: string;
  lesson: string;
  /** Index in DEMO_STUDENTS. */
  student: number | 'sample';
  text: string;
  daysAgo: number;
  answers: { by: 'teacher' | number; text: string; isAccepted?: true }[];
}

/** The index in DEMO_TEACHERS of the teacher of each class with questions. */
const TEACHERS: Record<string, number> = { 'modern-html-css': 0, 'pixel-platformer': 5 };

const QUESTIONS: DemoQuestion[] = [
  {
    slug: 'modern-html-css',
    lesson: 'Flexbox for a line of things',
    student: 'sample',
    text: 'My search field still overflows on a phone, although it may shrink. What am I missing?',
    daysAgo: 3,
    answers: [
      { by: 4, text: 'Did you set min-width: 0 on the input? That was it for me.' },
      {
        by: 'teacher',
        text: 'Inputs have a width of their own: about 20 characters, from the size attribute. Give the input width: 100% and min-width: 0, and let the form around it grow.',
        isAccepted: true,
      },
    ],
  },
  {
    slug: 'modern-html-css',
    lesson: 'Start with an empty file',
    student: 0,
    text: 'Is lang="en" right if one paragraph of my page is in French?',
    daysAgo: 1,
    answers: [],
  },
  {
    slug: 'pixel-platformer',
    lesson: 'Anatomy of a jump',
    student: 2,
    text: 'Should the faster falling begin at the top, or as soon as the button is released?',
    daysAgo: 5,
    answers: [
      {
        by: 'teacher',
        text: 'Both work. I begin at the top, and cut the speed at the release. Try each for five minutes and keep the one that you miss when it is gone.',
        isAccepted: true,
      },
    ],
  },
];

const findLesson = async (trx: Transaction, classId: string, title: string): Promise<string> => {
  const [row] = await trx
    .select({ id: tables.lessons.id })
    .from(tables.lessons)
    .innerJoin(tables.sections, eq(tables.sections.id, tables.lessons.sectionId))
    .where(and(eq(tables.sections.classId, classId), eq(tables.lessons.title, title)));
  return row!.id;
};

/** Seeds questions under lessons, and their answers. @param classIds by slug */
export const insertQuestions = async (trx: Transaction, people: People, classIds: Map<string, string>) => {
  const idOf = ({ email }: { email: string }) => people.get(email)!.id;
  for (const { slug, lesson, student, text, daysAgo: days, answers } of QUESTIONS) {
    const lessonId = await findLesson(trx, classIds.get(slug)!, lesson);
    const [question] = await trx
      .insert(tables.posts)
      .values({
        lessonId,
        userId: idOf(student === 'sample' ? DEMO_STUDENT : DEMO_STUDENTS[student]!),
        text,
        createdAt: daysAgo(days),
      })
      .returning({ id: tables.posts.id });
    if (answers.length === 0) continue;
    await trx.insert(tables.posts).values(
      answers.map(({ by, text: answer, isAccepted }, index) => {
        const createdAt = daysAgo(days - (index + 1) * 0.2);
        return {
          lessonId,
          questionId: question!.id,
          userId: idOf(by === 'teacher' ? DEMO_TEACHERS[TEACHERS[slug]!]! : DEMO_STUDENTS[by]!),
          text: answer,
          createdAt,
          acceptedAt: isAccepted ? createdAt : null,
        };
      }),
    );
  }
};
