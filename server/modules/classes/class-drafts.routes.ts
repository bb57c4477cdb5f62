import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/class-drafts.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { Database } from '../../database/client.ts';
import { teacher } from '../../http/access.ts';
import { keyedId } from '../../http/keyed-id.ts';
import { route } from '../../http/route.ts';
import { insertClass } from './add-class.ts';
import { requireOwnClass } from './own-class.ts';
import { requireAcceptable } from './require-acceptable.ts';
import { submitDraft } from './submit-draft.ts';
import { updateClass } from './update-class.ts';

/** Registers the calls with which teachers prepare classes before they submit them for review. */
export const registerClassDraftRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.createDraft, teacher, async ({ caller, body: { key, ...input } }) => {
    await requireAcceptable(db, { ...input, price: toMinorUnits(input.price) });
    const id = keyedId(key, ['draft', caller.id, input]);
    await db.transaction((trx) => insertClass(trx, caller.id, { ...input, id }, 'Draft'));
    return { insertedId: id };
  });

  route(app, calls.updateDraft, teacher, async ({ caller, params, body }) => {
    await requireOwnClass(db, caller, params.id);
    const changed = await db.transaction((trx) =>
      updateClass(trx, caller.id, params.id, body, { isDraft: true }),
    );
    return { modifiedCount: changed ? 1 : 0 };
  });

  route(app, calls.submitDraft, teacher, async ({ caller, params, body }) => {
    await requireOwnClass(db, caller, params.id);
    const submitted = await db.transaction((trx) => submitDraft(trx, caller.id, params.id, body.revision));
    return { modifiedCount: submitted ? 1 : 0 };
  });
};
