import type { FastifyInstance } from 'fastify';
import { getClass, listClasses, NEXT_CURSOR_HEADER } from '#contract/classes.ts';
import type { Database } from '../../database/client.ts';
import { anyone } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { decodeCursor, encodeCursor } from './class-cursor.ts';
import { presentClass } from './classes.presenter.ts';
import * as repository from './classes.repository.ts';

export const registerClassRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, listClasses, anyone, async ({ caller, query: { cursor, ...filter }, reply }) => {
    const { rows, next } = await repository.listClasses(db, caller, {
      ...filter,
      after: cursor ? decodeCursor(cursor) : undefined,
    });
    if (next) reply.header(NEXT_CURSOR_HEADER, encodeCursor(next));
    return rows.map((row) => presentClass(row, caller));
  });

  route(app, getClass, anyone, async ({ caller, params }) => {
    const row = await repository.findClass(db, caller, params.id);
    if (!row) throw notFound('The class');
    return presentClass(row, caller);
  });
};
