import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/curriculum.ts';
import type { Database } from '../../database/client.ts';
import { classTopic } from '../../database/topics.ts';
import { anyone, teacher } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { respondAsAnonymous, cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { keyedId } from '../../http/keyed-id.ts';
import { requireOwnClass } from '../classes/own-class.ts';
import { countContributions } from './contributions.repository.ts';
import { presentCurriculum, presentDraft } from './curriculum.presenter.ts';
import { readDraft, readPublished } from './curriculum.repository.ts';
import { insertLesson } from './lessons.repository.ts';
import { requireOwnSection } from './own-curriculum.ts';
import * as sections from './sections.repository.ts';
import { updateOutcomes } from './update-outcomes.ts';

/**
 * Registers the calls that read a curriculum, and those with which teachers change its outcomes and sections and add
 * lessons.
 */
export const registerCurriculumRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.getCurriculum, anyone, async ({ caller, params, request, reply }) => {
    // All who may read a curriculum get the same. Only that of a published class, which everybody may read, is cached.
    if (caller && (await respondAsAnonymous(request, reply))) return reply;
    const published = await readPublished(db, undefined, params.id);
    if (published.length > 0) {
      cacheUntilChanged(reply, [classTopic(params.id)]);
      return presentCurriculum(published);
    }
    const rows = caller ? await readPublished(db, caller, params.id) : [];
    if (rows.length === 0) throw notFound('The class');
    return presentCurriculum(rows);
  });

  route(app, calls.getCurriculumDraft, teacher, async ({ caller, params }) => {
    await requireOwnClass(db, caller, params.id);
    return presentDraft(await readDraft(db, params.id));
  });

  route(app, calls.getContributions, teacher, async ({ caller, params }) => {
    await requireOwnClass(db, caller, params.id);
    return { lessons: await countContributions(db, params.id) };
  });

  route(app, calls.updateOutcomes, teacher, async ({ caller, params, body }) => {
    await requireOwnClass(db, caller, params.id);
    return { version: await updateOutcomes(db, params.id, body) };
  });

  route(app, calls.createSection, teacher, async ({ caller, params, body }) => {
    await requireOwnClass(db, caller, params.id);
    const { title, key } = body;
    const id = keyedId(key, ['section', caller.id, params.id, title]);
    await db.transaction((trx) => sections.insertSection(trx, params.id, { id, title }));
    return { insertedId: id };
  });

  route(app, calls.updateSection, teacher, async ({ caller, params, body }) => {
    await requireOwnSection(db, caller, params.id);
    return { version: await db.transaction((trx) => sections.renameSection(trx, params.id, body)) };
  });

  route(app, calls.moveSection, teacher, async ({ caller, params, body }) => {
    const classId = await requireOwnSection(db, caller, params.id);
    await db.transaction((trx) => sections.placeSection(trx, classId, params.id, body.before));
    return { modifiedCount: 1 };
  });

  route(app, calls.deleteSection, teacher, async ({ caller, params }) => {
    const classId = await requireOwnSection(db, caller, params.id);
    return { deletedCount: await db.transaction((trx) => sections.deleteSection(trx, classId, params.id)) };
  });

  route(app, calls.createLesson, teacher, async ({ caller, params, body }) => {
    const classId = await requireOwnSection(db, caller, params.id);
    const { key, ...lesson } = body;
    const id = keyedId(key, ['lesson', caller.id, params.id, lesson]);
    await db.transaction((trx) => insertLesson(trx, classId, params.id, { ...lesson, id }));
    return { insertedId: id };
  });
};
