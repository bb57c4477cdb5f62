import { LINKED_PAGES } from '#contract/pages.ts';
import { QUESTION_LIMITS } from '#contract/questions.ts';
import type { Database, Transaction } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { keyedId } from '../../http/keyed-id.ts';
import { requireNotHidden, requireOwnText } from '../moderation/own-text.ts';
import { correctQuotes } from '../notifications/corrections.ts';
import { notify } from '../notifications/notify.ts';
import { mayReadQuestions, openLesson } from './open-lesson.ts';
import { hasAnswer } from './open-questions.ts';
import * as repository from './questions.repository.ts';

/** A text, and the key by which a repeated call is recognized. */
interface NewPost {
  text: string;
  key?: string;
}

const forbidden = (message: string) => new ApiError('forbidden', message);

/** The facts of a notification about a question. */
const factsOf = async (trx: Transaction, lessonId: string, questionId: string, text: string) => {
  const { teacherId, ...titles } = await repository.findTitles(trx, lessonId);
  return { teacherId, data: { ...titles, text, path: LINKED_PAGES.question(lessonId, questionId) } };
};

interface StudentPost {
  id: string;
  lessonId: string;
  /** The question itself, or the one that the student adds to. */
  questionId: string;
  userId: string;
  text: string;
}

/** Notifies the teacher of a student's question, or of what its author adds to it. */
const notifyTeacher = async (trx: Transaction, post: StudentPost): Promise<void> => {
  const { teacherId, data } = await factsOf(trx, post.lessonId, post.questionId, post.text);
  const isAddition = post.id !== post.questionId;
  // An addition does not prevent the email about the student's next question.
  const thread = `${data.classId} ${post.userId}${isAddition ? ' additions' : ''}`;
  await notify(trx, [
    {
      userId: teacherId,
      kind: 'new question',
      subject: post.id,
      data: { ...data, ...(isAddition && { isAddition }) },
      thread,
    },
  ]);
};

/**
 * Adds a student's question under a lesson, and notifies the teacher.
 * @returns the id
 * @throws ApiError as `openLesson`, `forbidden`, or `limit_reached`
 */
export const askQuestion = (
  db: Database,
  caller: CurrentUser,
  lessonId: string,
  { text, key }: NewPost,
): Promise<string> =>
  db.transaction(async (trx) => {
    const { isStudent } = await openLesson(trx, caller, lessonId);
    if (!isStudent) throw forbidden('Only students of the class can ask');
    const id = keyedId(key, ['question', caller.id, lessonId, text]);
    await repository.lockQuestionsOf(trx, caller.id, lessonId);
    if (await repository.hasPost(trx, id)) return id;
    const limit = QUESTION_LIMITS.questionsByStudent;
    if ((await repository.countUnhiddenQuestions(trx, caller.id, lessonId)) >= limit)
      throw new ApiError('limit_reached', `You can ask at most ${limit} questions under a lesson`);
    await repository.insertPost(trx, { id, lessonId, userId: caller.id, text });
    await notifyTeacher(trx, { id, lessonId, questionId: id, userId: caller.id, text });
    return id;
  });

/** Requires a question to have room for another answer of a student. @throws ApiError `limit_reached` */
const requireRoom = async (trx: Transaction, student: CurrentUser, questionId: string): Promise<void> => {
  const { total, own } = await repository.countUnhiddenAnswers(trx, questionId, student.id);
  const { answers, answersByStudent } = QUESTION_LIMITS;
  if (total >= answers) throw new ApiError('limit_reached', `This question has ${answers} answers already`);
  if (own >= answersByStudent)
    throw new ApiError('limit_reached', `You can answer a question at most ${answersByStudent} times`);
};

/**
 * Adds an answer by a student or the teacher of the class, and notifies the author of the question, unless they can no
 * longer read it. The teacher is notified of what the author adds to their question until somebody has answered it.
 * @returns the id
 * @throws ApiError `not_found`, `not_enrolled`, `forbidden`, `conflict` for a hidden question, or `limit_reached`
 */
export const answerQuestion = (
  db: Database,
  caller: CurrentUser,
  questionId: string,
  { text, key }: NewPost,
): Promise<string> =>
  db.transaction(async (trx) => {
    const question = await repository.findPost(trx, caller, questionId);
    const { isStudent, isTeacher } = await openLesson(trx, caller, question.lessonId);
    if (!isStudent && !isTeacher) throw forbidden('Only students and the teacher of the class can answer');
    if (question.questionId !== null) throw new ApiError('conflict', 'Answers cannot be answered');
    const locked = await repository.lockPost(trx, questionId);
    const id = keyedId(key, ['answer', caller.id, questionId, text]);
    if (await repository.hasPost(trx, id)) return id;
    requireNotHidden(locked);
    if (!isTeacher) await requireRoom(trx, caller, questionId);
    const { lessonId } = question;
    await repository.insertPost(trx, { id, lessonId, questionId, userId: caller.id, text });
    const { userId } = locked;
    if (userId === caller.id) {
      if (!(await hasAnswer(trx, questionId)))
        await notifyTeacher(trx, { id, lessonId, questionId, userId, text });
    } else if (userId && (await mayReadQuestions(trx, userId, lessonId))) {
      const { data } = await factsOf(trx, lessonId, questionId, text);
      const thread = `${questionId} ${caller.id}`;
      await notify(trx, [{ userId, kind: 'new answer', subject: id, data, thread }]);
    }
    return id;
  });

/** Requires a question or answer to be the caller's, and locks it. @throws ApiError `not_found` or `forbidden` */
const lockOwn = async (trx: Transaction, caller: CurrentUser, id: string) => {
  const post = await repository.lockPost(trx, id);
  requireOwnText(caller, post);
  return post;
};

/**
 * Changes what the caller wrote, also in the notifications that quote it. A repeat, for instance after a response was lost, changes nothing.
 * @returns the new version
 * @throws ApiError `not_found`, `forbidden`, `not_enrolled`, `conflict` if it is hidden, or `edit_conflict` with the stored text
 */
export const updatePost = (
  db: Database,
  caller: CurrentUser,
  id: string,
  { text, version }: { text: string; version: number },
): Promise<number> =>
  db.transaction(async (trx) => {
    const post = await lockOwn(trx, caller, id);
    await openLesson(trx, caller, post.lessonId);
    requireNotHidden(post);
    if (post.text === text) return post.version;
    if (post.version !== version) throw editConflict({ text: post.text, version: post.version });
    const changed = await repository.setText(trx, id, text);
    await correctQuotes(trx, id, ['new question', 'new answer'], { text });
    return changed;
  });

/**
 * Deletes what the caller wrote, even if they can no longer read the lesson.
 * @throws ApiError `not_found`, `forbidden`, or `conflict` for a question that others have answered, for a hidden post,
 *   and for a question with a hidden answer, which would be deleted with it
 */
export const deletePost = (db: Database, caller: CurrentUser, id: string): Promise<void> =>
  db.transaction(async (trx) => {
    const post = await lockOwn(trx, caller, id);
    requireNotHidden(post);
    const answers = await repository.lockAnswers(trx, id);
    if (answers.some(({ userId }) => userId !== caller.id))
      throw new ApiError('conflict', 'Others have answered this question. You can still edit it.');
    if (answers.some(({ hiddenAt }) => hiddenAt))
      throw new ApiError(
        'conflict',
        'An admin has hidden an answer to this question. You can still edit it.',
      );
    await repository.removePost(trx, id);
  });

/**
 * The teacher of the class accepts an answer, or reverses that.
 * @returns how many were changed
 * @throws ApiError `not_found`, `not_enrolled`, `forbidden`, or `conflict` for a question and for a hidden answer
 */
export const acceptAnswer = (
  db: Database,
  caller: CurrentUser,
  id: string,
  isAccepted: boolean,
): Promise<number> =>
  db.transaction(async (trx) => {
    const answer = await repository.findPost(trx, caller, id);
    const { isTeacher } = await openLesson(trx, caller, answer.lessonId);
    if (!isTeacher) throw forbidden('Only the teacher of the class can accept an answer');
    if (answer.questionId === null) throw new ApiError('conflict', 'Only answers can be accepted');
    // Concurrent acceptances of different answers wait for each other here.
    await repository.lockPost(trx, answer.questionId);
    const locked = await repository.lockPost(trx, id);
    if ((locked.acceptedAt !== null) === isAccepted) return 0;
    if (isAccepted) requireNotHidden(locked);
    await repository.setAccepted(trx, answer.questionId, isAccepted ? id : undefined);
    return 1;
  });
