import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/classes.ts';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import type { Database } from '../../database/client.ts';
import { admin, anyone, selfOrAdmin, teacher } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { sendPage } from '../../http/page.ts';
import { route } from '../../http/route.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { findUserId } from '../users/users.repository.ts';
import { decodeCursor, encodeCursor } from './class-cursor.ts';
import { presentClass } from './classes.presenter.ts';
import * as repository from './classes.repository.ts';
import { decideClass } from './decide-class.ts';
import { listClasses, listClassesOf } from './list-classes.ts';
import { requireOwnClass } from './own-class.ts';

export const registerClassRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listClasses, anyone, async ({ caller, query: { cursor, ...filter }, reply }) => {
    const after = cursor ? decodeCursor(cursor) : undefined;
    const { rows, total, next } = await listClasses(db, caller, { ...filter, after });
    if (total !== undefined) reply.header(TOTAL_COUNT_HEADER, total);
    if (next) reply.header(calls.NEXT_CURSOR_HEADER, encodeCursor(next));
    return rows.map((row) => presentClass(row, caller));
  });

  route(app, calls.getClassTotals, anyone, () => repository.sumClasses(db));

  route(app, calls.getClass, anyone, async ({ caller, params }) => {
    const row = await repository.findClass(db, caller, params.id);
    if (!row) throw notFound('The class');
    return presentClass(row, caller);
  });

  route(app, calls.listClassesOfTeacher, selfOrAdmin, async ({ caller, params, query, reply }) => {
    const teacherId = params.email === caller.email ? caller.id : await findUserId(db, params.email);
    if (!teacherId) return [];
    const page = await listClassesOf(db, teacherId, query);
    return sendPage(reply, page).map((row) => presentClass(row, caller));
  });

  route(app, calls.createClass, teacher, async ({ caller, body }) => ({
    insertedId: await repository.insertClass(db, caller.id, body),
  }));

  route(app, calls.updateClass, teacher, async ({ caller, params, body }) => {
    await requireOwnClass(db, caller, params.id);
    const changed = await repository.changeClass(db, caller.id, params.id, body);
    return { modifiedCount: changed ? 1 : 0 };
  });

  route(app, calls.deleteClass, teacher, async ({ caller, params }) => {
    await requireOwnClass(db, caller, params.id);
    return db.transaction(async (trx) => {
      const withdrawn = await repository.withdrawClasses(trx, caller.id, params.id);
      for (const { id, title } of withdrawn) {
        await addAuditEntry(trx, {
          actorId: caller.id,
          action: 'class deleted',
          subjectType: 'class',
          subjectId: id,
          subjectName: title,
        });
      }
      return { deletedCount: withdrawn.length };
    });
  });

  route(app, calls.approveClass, admin, async ({ caller, params }) => {
    await decideClass(db, caller, params.id, { status: 'approve' });
    return { modifiedCount: 1 };
  });

  route(app, calls.rejectClass, admin, async ({ caller, params, body }) => {
    await decideClass(db, caller, params.id, { status: 'rejected', reason: body.reason || undefined });
    return { modifiedCount: 1 };
  });
};
