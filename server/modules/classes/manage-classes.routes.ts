import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/manage-classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { Database } from '../../database/client.ts';
import { admin, teacher } from '../../http/access.ts';
import { keyedId } from '../../http/keyed-id.ts';
import { route } from '../../http/route.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { insertClass } from './add-class.ts';
import { removeClass } from './classes.repository.ts';
import { requireOwnClass } from './own-class.ts';
import { requireAcceptable } from './require-acceptable.ts';
import { decideClass, withdrawClass } from './review-class.ts';
import { updateClass } from './update-class.ts';

/** Registers the calls with which teachers change their classes, and those with which admins review them. */
export const registerClassManagementRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.createClass, teacher, async ({ caller, body: { key, ...input } }) => {
    await requireAcceptable(db, { ...input, price: toMinorUnits(input.price) });
    const id = keyedId(key, ['class', caller.id, input]);
    await db.transaction((trx) => insertClass(trx, caller.id, { ...input, id }, 'Pending'));
    return { insertedId: id };
  });

  route(app, calls.updateClass, teacher, async ({ caller, params, body }) => {
    await requireOwnClass(db, caller, params.id);
    const changed = await db.transaction((trx) => updateClass(trx, caller.id, params.id, body));
    return { modifiedCount: changed ? 1 : 0 };
  });

  route(app, calls.deleteClass, teacher, async ({ caller, params }) => {
    await requireOwnClass(db, caller, params.id);
    return db.transaction(async (trx) => {
      await lockAgainstDeletion(trx, caller.id);
      const removed = await removeClass(trx, caller.id, params.id);
      if (!removed) return { deletedCount: 0 };
      // Admins read the audit trail, and nobody but its teacher knows of a draft.
      if (removed.status === 'Draft') return { deletedCount: 1 };
      await addAuditEntry(trx, {
        actorId: caller.id,
        action: 'class deleted',
        subjectType: 'class',
        subjectId: params.id,
        subjectName: removed.title,
      });
      return { deletedCount: 1 };
    });
  });

  route(app, calls.approveClass, admin, async ({ caller, params, body }) => {
    await decideClass(db, caller, params.id, body);
    return { modifiedCount: 1 };
  });

  route(app, calls.rejectClass, admin, async ({ caller, params, body }) => {
    await decideClass(db, caller, params.id, { ...body, reason: body.reason || undefined });
    return { modifiedCount: 1 };
  });

  route(app, calls.withdrawClass, admin, async ({ caller, params, body }) => {
    await withdrawClass(db, caller, params.id, body.reason);
    return { modifiedCount: 1 };
  });
};
