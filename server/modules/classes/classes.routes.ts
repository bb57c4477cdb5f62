import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/classes.ts';
import { correctSearch } from '#contract/corrections.ts';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { listSuggestions } from '#contract/suggestions.ts';
import type { Database } from '../../database/client.ts';
import { classTopic, TOPICS } from '../../database/topics.ts';
import { anyone, type CurrentUser, selfOrAdmin, signedIn } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { respondAsAnonymous, cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { readShortList, sendList, sendWholeList } from '../../http/send-list.ts';
import { findUserId } from '../users/users.repository.ts';
import { encodeCursor } from './class-cursor.ts';
import { presentClass } from './classes.presenter.ts';
import * as repository from './classes.repository.ts';
import type { ClassRow } from './classes.repository.ts';
import { findCorrection } from './correct-search.ts';
import { listAllClasses, listClasses, listClassesOf } from './list-classes.ts';
import { suggestClasses } from './suggest-classes.ts';

/** The topics that invalidate a list: the set of classes, and each class on it. */
const topicsOf = ({ q, sort }: calls.ClassQuery, rows: ClassRow[]): string[] => [
  TOPICS.classes,
  TOPICS.people,
  ...(q ? [TOPICS.taught] : []),
  ...(sort === '-enroll' ? [TOPICS.enrollments] : []),
  ...(sort === '-rating' ? [TOPICS.feedback] : []),
  ...rows.map((row) => classTopic(row.class.id)),
];

/** Whether a user's lists differ from those of visitors. */
const seesMoreThanVisitors = ({ role, hasClasses }: CurrentUser): boolean => role === 'admin' || hasClasses;

/** Registers the calls that read classes. */
export const registerClassRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listClasses, anyone, async ({ caller: user, query, request, reply }) => {
    const caller = user && seesMoreThanVisitors(user) ? user : undefined;
    if (user && !caller && (await respondAsAnonymous(request, reply))) return reply;
    const { cursor, ...filter } = query;
    const present = (row: ClassRow) => presentClass(row, caller);
    if (!query.limit && !query.page && cursor === undefined) {
      const list = await listAllClasses(db, caller, filter);
      const rows = await readShortList(list);
      if (!rows) return sendWholeList(reply, calls.classSchema, present, list);
      cacheUntilChanged(reply, topicsOf(query, rows));
      return rows.map(present);
    }
    const { rows, total, next } = await listClasses(db, caller, query);
    if (total !== undefined) reply.header(TOTAL_COUNT_HEADER, total);
    if (next) reply.header(calls.NEXT_CURSOR_HEADER, encodeCursor(next));
    cacheUntilChanged(reply, topicsOf(query, rows));
    return rows.map(present);
  });

  route(app, calls.getClassTotals, anyone, async ({ reply }) => {
    cacheUntilChanged(reply, [TOPICS.classes, TOPICS.enrollments]);
    return repository.readTotals(db);
  });

  route(app, correctSearch, anyone, async ({ query, reply }) => {
    cacheUntilChanged(reply, [TOPICS.classes, TOPICS.people, TOPICS.taught]);
    return { correction: await findCorrection(db, query) };
  });

  route(app, listSuggestions, signedIn, async ({ caller }) => {
    const rows = await suggestClasses(db, caller.id);
    return rows.map((row) => presentClass(row, caller));
  });

  route(app, calls.getClass, anyone, async ({ caller, params, reply }) => {
    const row = await repository.findClass(db, caller, params.id);
    if (!row) throw notFound('The class');
    cacheUntilChanged(reply, [TOPICS.people, classTopic(params.id)]);
    return presentClass(row, caller);
  });

  route(app, calls.listClassesOfTeacher, selfOrAdmin, async ({ caller, params, query, reply }) => {
    const isOwn = params.email === caller.email;
    const teacherId = isOwn ? caller.id : await findUserId(db, params.email);
    if (!teacherId) return [];
    const present = (row: ClassRow) => presentClass(row, caller);
    const list = await listClassesOf(db, teacherId, query, { withDrafts: isOwn });
    return sendList(reply, calls.classSchema, present, list, query);
  });
};
