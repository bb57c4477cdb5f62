import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/questions.ts';
import type { Database } from '../../database/client.ts';
import { DELETED_USER } from '../../database/shown-user.ts';
import { signedIn, teacher } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { requireTaughtClass } from '../classes/own-class.ts';
import { addReport } from '../moderation/reports.repository.ts';
import { openLesson } from './open-lesson.ts';
import { listOpenQuestions, type OpenQuestionRow } from './open-questions.ts';
import { presentAnswers, presentQuestions, type Reader } from './questions.presenter.ts';
import {
  countVisibleAnswers,
  findPost,
  listAnswers,
  listFirstAnswers,
  listQuestions,
  type PostRow,
} from './questions.repository.ts';
import { acceptAnswer, answerQuestion, askQuestion, deletePost, updatePost } from './write-posts.ts';

const presentOpen = ({ id, createdAt, name, ...row }: OpenQuestionRow): calls.OpenQuestion => ({
  _id: id,
  ...row,
  name: name ?? DELETED_USER,
  createdAt: createdAt.toISOString(),
});

/** Registers the calls about questions and answers under lessons, for the students of a class, its teacher and admins. */
export const registerQuestionRoutes = (app: FastifyInstance, db: Database): void => {
  const withAnswers = async (questions: PostRow[], reader: Reader): Promise<calls.Question[]> => {
    const ids = questions.map(({ id }) => id);
    if (ids.length === 0) return [];
    const answers = await listFirstAnswers(db, reader.caller, ids, calls.QUESTION_LIMITS.answersShown);
    const counts = await countVisibleAnswers(db, reader.caller, ids);
    return presentQuestions(questions, answers, counts, reader);
  };

  route(app, calls.listQuestions, signedIn, async ({ caller, params, query }) => {
    const { before, limit = calls.QUESTION_LIMITS.page } = query;
    const { teacherId, isStudent, isTeacher } = await openLesson(db, caller, params.id);
    const found = await listQuestions(db, caller, params.id, { before, limit: limit + 1 });
    const questions = found.slice(0, limit);
    return {
      questions: await withAnswers(questions, { caller, teacherId }),
      next: found.length > limit ? questions.at(-1)!.number : null,
      rights: { ask: isStudent, answer: isStudent || isTeacher, accept: isTeacher },
    };
  });

  route(app, calls.listOpenQuestions, teacher, async ({ caller, query, reply }) => {
    if (query.classId) await requireTaughtClass(db, caller, query.classId);
    const list = listOpenQuestions(db, caller.id, query.classId);
    return sendList(reply, calls.openQuestionSchema, presentOpen, list, query);
  });

  route(app, calls.getQuestion, signedIn, async ({ caller, params }) => {
    const question = await findPost(db, caller, params.id);
    const { teacherId } = await openLesson(db, caller, question.lessonId);
    if (question.questionId !== null) throw notFound('The question');
    return (await withAnswers([question], { caller, teacherId }))[0]!;
  });

  route(app, calls.listAnswers, signedIn, async ({ caller, params, query }) => {
    const { after, limit = calls.QUESTION_LIMITS.answerPage } = query;
    const question = await findPost(db, caller, params.id);
    const { teacherId } = await openLesson(db, caller, question.lessonId);
    if (question.questionId !== null) throw notFound('The question');
    const answers = await listAnswers(db, caller, question.id, { after, limit: limit + 1 });
    return presentAnswers(answers, limit, { caller, teacherId });
  });

  route(app, calls.askQuestion, signedIn, async ({ caller, params, body }) => ({
    insertedId: await askQuestion(db, caller, params.id, body),
  }));

  route(app, calls.answerQuestion, signedIn, async ({ caller, params, body }) => ({
    insertedId: await answerQuestion(db, caller, params.id, body),
  }));

  route(app, calls.acceptAnswer, signedIn, async ({ caller, params, body }) => ({
    modifiedCount: await acceptAnswer(db, caller, params.id, body.isAccepted),
  }));

  route(app, calls.updatePost, signedIn, async ({ caller, params, body }) => ({
    version: await updatePost(db, caller, params.id, body),
  }));

  route(app, calls.deletePost, signedIn, async ({ caller, params }) => {
    await deletePost(db, caller, params.id);
    return { deletedCount: 1 };
  });

  route(app, calls.reportPost, signedIn, async ({ caller, params, body }) => {
    const { lessonId, userId } = await findPost(db, caller, params.id);
    await openLesson(db, caller, lessonId);
    if (userId === caller.id) throw new ApiError('conflict', 'You cannot report your own post');
    const report = { id: params.id, userId: caller.id, reason: body.reason ?? '' };
    return { modifiedCount: await addReport(db, 'post', report) };
  });
};
