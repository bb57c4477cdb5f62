import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/class-changes.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { Database } from '../../database/client.ts';
import { admin, teacher } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { type ClassChangeRow, findLastChange, listPendingChanges } from './changes.repository.ts';
import { requireKnownClass } from './classes.repository.ts';
import { decideChange, withdrawChange } from './decide-change.ts';
import { requireOwnClass } from './own-class.ts';
import { type ClassVersionRow, listVersions } from './versions.repository.ts';

const presentTexts = ({ title, price, description }: calls.ReviewedTexts): calls.ReviewedTexts => ({
  title,
  price: toMajorUnits(price),
  description,
});

const presentChange = ({ change, current, teacher: of }: ClassChangeRow): calls.ClassChange => ({
  _id: change.id,
  classId: change.classId,
  ...of,
  current: presentTexts(current),
  proposed: presentTexts({
    title: change.title ?? current.title,
    price: change.price ?? current.price,
    description: change.description ?? current.description,
  }),
  version: change.version,
  status: change.status,
  ...(change.reason && { reason: change.reason }),
  date: change.updatedAt.toISOString(),
});

const presentVersion = ({ version, before, approvedBy }: ClassVersionRow): calls.ClassVersion => ({
  _id: version.id,
  number: version.number,
  texts: presentTexts(version),
  ...(before && { before: presentTexts(before) }),
  ...(version.approvedBy !== null && { approvedBy }),
  date: version.createdAt.toISOString(),
});

/** Registers the calls about changes to published classes and about the history of what was published. */
export const registerClassChangeRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listClassChanges, admin, ({ query, reply }) =>
    sendList(reply, calls.classChangeSchema, presentChange, listPendingChanges(db, query), query),
  );

  route(app, calls.getClassChange, teacher, async ({ caller, params }) => {
    await requireOwnClass(db, caller, params.id);
    const last = await findLastChange(db, params.id);
    return { change: last && last.change.status !== 'approve' ? presentChange(last) : null };
  });

  route(app, calls.approveClassChange, admin, async ({ caller, params, body }) => {
    await decideChange(db, caller, params.id, body);
    return { modifiedCount: 1 };
  });

  route(app, calls.rejectClassChange, admin, async ({ caller, params, body }) => {
    await decideChange(db, caller, params.id, { ...body, reason: body.reason || undefined });
    return { modifiedCount: 1 };
  });

  route(app, calls.withdrawClassChange, teacher, async ({ caller, params }) => {
    await withdrawChange(db, caller, params.id);
    return { deletedCount: 1 };
  });

  route(app, calls.listClassVersions, admin, async ({ caller, params, query, reply }) => {
    await requireKnownClass(db, caller.id, params.id);
    return sendList(reply, calls.classVersionSchema, presentVersion, listVersions(db, params.id), query);
  });
};
