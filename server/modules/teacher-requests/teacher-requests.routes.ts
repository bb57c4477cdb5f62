import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/teacher-requests.ts';
import type { Database } from '../../database/client.ts';
import { admin, selfOrAdmin, signedIn } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { notify } from '../notifications/notify.ts';
import { requireOffered } from '../site-settings/require-offered.ts';
import { findRoleByEmail } from '../users/users.repository.ts';
import { decideTeacherRequest } from './decide-teacher-request.ts';
import { presentForAdmin, presentRequest } from './teacher-requests.presenter.ts';
import * as repository from './teacher-requests.repository.ts';

interface TeacherRequestContext {
  db: Database;
  /** Whether the site can send email. */
  sendsEmail: boolean;
}

/** Registers the calls with which users apply to teach and admins decide on it. */
export const registerTeacherRequestRoutes = (
  app: FastifyInstance,
  { db, sendsEmail }: TeacherRequestContext,
): void => {
  route(app, calls.isTeacher, selfOrAdmin, async ({ caller, params }) => ({
    teacher: (params.email === caller.email ? caller : await findRoleByEmail(db, params.email)).teaches,
  }));

  route(app, calls.createTeacherRequest, signedIn, async ({ caller, body }) => {
    if (caller.email !== body.email) throw new ApiError('forbidden', 'You can only apply for yourself');
    if (caller.teaches) throw new ApiError('already_teacher', 'You are already a teacher');
    const insertedId = await db.transaction(async (trx) => {
      await requireOffered(trx, body);
      const id = await repository.insertRequest(trx, caller.id, body);
      if (id)
        await notify(trx, [{ userId: caller.id, kind: 'teacher request received', subject: id, data: {} }]);
      return id;
    });
    if (!insertedId) throw new ApiError('already_requested', 'Your request is already pending review');
    return { insertedId };
  });

  route(app, calls.getOwnTeacherRequest, signedIn, async ({ caller }) => {
    const row = await repository.findLatestRequest(db, caller.id);
    return { request: row ? presentRequest(row) : null };
  });

  route(app, calls.listTeacherRequests, admin, async ({ query, reply }) =>
    sendList(
      reply,
      calls.teacherRequestSchema,
      (row: repository.TeacherRequestRow) => presentForAdmin(row, sendsEmail),
      repository.listRequests(db, query),
      query,
    ),
  );

  route(app, calls.approveTeacherRequest, admin, async ({ caller, params }) => {
    await decideTeacherRequest(db, caller, params.id, { status: 'approve' });
    return { modifiedCount: 1 };
  });

  route(app, calls.rejectTeacherRequest, admin, async ({ caller, params, body }) => {
    await decideTeacherRequest(db, caller, params.id, {
      status: 'rejected',
      reason: body?.reason || undefined,
    });
    return { modifiedCount: 1 };
  });
};
