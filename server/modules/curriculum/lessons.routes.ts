import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/lessons.ts';
import type { Database } from '../../database/client.ts';
import { classTopic } from '../../database/topics.ts';
import { anyone, signedIn, teacher } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { requireEnrollment } from '../enrollments/require-enrollment.ts';
import { presentProgress } from './curriculum.presenter.ts';
import { deleteLesson, findClassOfLesson, placeLesson } from './lessons.repository.ts';
import { requireOwnLesson } from './own-curriculum.ts';
import { readOwnProgress } from './progress.repository.ts';
import { readLesson } from './read-lesson.ts';
import { recordProgress } from './record-progress.ts';
import { updateLesson } from './update-lesson.ts';

/** Registers the calls that read and change a lesson, and those about the progress of its students. */
export const registerLessonRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.getLesson, anyone, async ({ caller, params, reply }) => {
    const lesson = await readLesson(db, caller, params.id);
    cacheUntilChanged(reply, [classTopic(lesson.classId)]);
    return lesson;
  });

  route(app, calls.updateLesson, teacher, async ({ caller, params, body }) => {
    const classId = await requireOwnLesson(db, caller, params.id);
    return { version: await updateLesson(db, { userId: caller.id, classId, id: params.id, input: body }) };
  });

  route(app, calls.moveLesson, teacher, async ({ caller, params, body }) => {
    const classId = await requireOwnLesson(db, caller, params.id);
    await db.transaction((trx) => placeLesson(trx, classId, params.id, body));
    return { modifiedCount: 1 };
  });

  route(app, calls.deleteLesson, teacher, async ({ caller, params }) => {
    const classId = await requireOwnLesson(db, caller, params.id);
    return { deletedCount: await db.transaction((trx) => deleteLesson(trx, classId, params.id)) };
  });

  route(app, calls.saveLessonProgress, signedIn, async ({ caller, params, body }) => {
    const progress = await recordProgress(db, caller.id, params.id, body);
    if (progress) return presentProgress(progress);
    const classId = await findClassOfLesson(db, params.id);
    if (classId) await requireEnrollment(db, caller, classId, 'The lesson');
    throw notFound('The lesson');
  });

  route(app, calls.listLessonProgress, signedIn, async ({ caller, params }) => {
    await requireEnrollment(db, caller, params.id);
    return readOwnProgress(db, caller.id, params.id);
  });
};
