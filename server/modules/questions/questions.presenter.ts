import type { Answer, Question } from '#contract/questions.ts';
import type { CurrentUser } from '../../http/access.ts';
import { DELETED_USER } from '../users/users.repository.ts';
import type { PostRow } from './questions.repository.ts';

interface Reader {
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

/** Questions, each with its answers. The order of both stays. */
export const presentQuestions = (questions: PostRow[], answers: PostRow[], reader: Reader): Question[] =>
  questions.map((question) => ({
    ...presentPost(question, reader),
    lessonId: question.lessonId,
    answers: answers
      .filter(({ questionId }) => questionId === question.id)
      .map((answer) => presentAnswer(answer, reader)),
  }));
