import type { FastifyInstance } from 'fastify';
import * as bios from '#contract/bios.ts';
import { getTeacher } from '#contract/teachers.ts';
import type { Database } from '../../database/client.ts';
import { bioTopic, TOPICS } from '../../database/topics.ts';
import { admin, anyone, signedIn, teacher } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { cacheUntilChanged, respondAsAnonymous } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { addReport } from '../moderation/reports.repository.ts';
import { findBio, saveBio } from './bios.repository.ts';
import { presentModeratedBio, presentOwnBio, presentTeacher } from './teachers.presenter.ts';
import { findTeacher, isPublicTeacher } from './teachers.repository.ts';

/** What the numbers of a teacher depend on, and the name and the picture. */
const TOPICS_OF_TEACHERS = [TOPICS.classes, TOPICS.enrollments, TOPICS.feedback, TOPICS.people];

/** Registers the call for the public pages of teachers, and those that read, write and report the texts on them. */
export const registerTeacherRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, getTeacher, anyone, async ({ caller, params, request, reply }) => {
    if (caller && (await respondAsAnonymous(request, reply))) return reply;
    const row = await findTeacher(db, params.id);
    if (!row) throw notFound('The teacher');
    cacheUntilChanged(reply, [...TOPICS_OF_TEACHERS, bioTopic(row.id)]);
    return presentTeacher(row);
  });

  route(app, bios.getOwnBio, teacher, async ({ caller }) =>
    presentOwnBio(caller.id, await findBio(db, caller.id), await isPublicTeacher(db, caller.id)),
  );

  route(app, bios.saveOwnBio, teacher, async ({ caller, body }) => ({
    version: await saveBio(db, caller.id, body),
  }));

  route(app, bios.getBio, admin, async ({ params }) => {
    const row = await findBio(db, params.id);
    return { bio: row ? presentModeratedBio(row) : null };
  });

  route(app, bios.reportBio, signedIn, async ({ caller, params, body }) => {
    const row = await findTeacher(db, params.id);
    if (!row?.bio) throw notFound('The text');
    if (row.id === caller.id)
      throw new ApiError('conflict', 'You cannot report what you have written about yourself');
    return {
      modifiedCount: await addReport(db, 'bio', { id: row.id, userId: caller.id, reason: body.reason ?? '' }),
    };
  });
};
