import type { Answer, Question } from '#contract/questions.ts';
import type { CurrentUser } from '../../http/access.ts';
import { DELETED_USER } from '../users/users.repository.ts';
import type { PostRow } from './questions.repository.ts';

/** Who reads, which decides what is theirs. */
export interface Reader {
  caller: CurrentUser;
  /** Of the class. */
  teacherId: string;
}

const presentPost = (row: PostRow, { caller, teacherId }: Reader) => ({
  _id: row.id,
  number: row.number,
  text: row.text,
  author: {
    name: row.name ?? DELETED_USER,
    image: row.image ?? '',
    isTeacher: row.userId === teacherId,
  },
  createdAt: row.createdAt.toISOString(),
  ...(row.editedAt && { editedAt: row.editedAt.toISOString() }),
  version: row.version,
  isOwn: row.userId === caller.id,
  ...(row.hiddenReason !== null && { hiddenReason: row.hiddenReason }),
});

const presentAnswer = (row: PostRow, reader: Reader): Answer => ({
  ...presentPost(row, reader),
  isAccepted: row.acceptedAt !== null,
});

/** The `after` of the page behind these answers, where there are others. The accepted one is always on the first page. */
const nextAfter = (answers: PostRow[]): number =>
  answers.findLast(({ acceptedAt }) => acceptedAt === null)?.number ?? 0;

/** A page of answers, of one more than fit on it. The order stays. */
export const presentAnswers = (rows: PostRow[], limit: number, reader: Reader) => {
  const page = rows.slice(0, limit);
  return {
    answers: page.map((answer) => presentAnswer(answer, reader)),
    next: rows.length > limit ? nextAfter(page) : null,
  };
};

/** Questions, each with its first answers and the number of all. The order of both stays. */
export const presentQuestions = (
  questions: PostRow[],
  answers: PostRow[],
  counts: ReadonlyMap<string | null, number>,
  reader: Reader,
): Question[] =>
  questions.map((question) => {
    const own = answers.filter(({ questionId }) => questionId === question.id);
    const answerCount = counts.get(question.id) ?? 0;
    return {
      ...presentPost(question, reader),
      lessonId: question.lessonId,
      answers: own.map((answer) => presentAnswer(answer, reader)),
      answerCount,
      nextAnswers: answerCount > own.length ? nextAfter(own) : null,
    };
  });
