import type { Answer, Question } from '#contract/questions.ts';
import { DELETED_USER } from '../../database/shown-user.ts';
import type { CurrentUser } from '../../http/access.ts';
import type { PostRow } from './questions.repository.ts';

/** The reader, who determines which posts are marked as their own. */
export interface Reader {
  caller: CurrentUser;
  /** The id of the class's teacher. */
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

/** The parameter `after` of the page that follows these answers. The accepted answer is always on the first page. */
const nextAfter = (answers: PostRow[]): number =>
  answers.findLast(({ acceptedAt }) => acceptedAt === null)?.number ?? 0;

/** A page of answers, given one more than fits on it. The order is kept. */
export const presentAnswers = (rows: PostRow[], limit: number, reader: Reader) => {
  const page = rows.slice(0, limit);
  return {
    answers: page.map((answer) => presentAnswer(answer, reader)),
    next: rows.length > limit ? nextAfter(page) : null,
  };
};

/** Questions with their first answers and their number of answers. The order of both is kept. */
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
