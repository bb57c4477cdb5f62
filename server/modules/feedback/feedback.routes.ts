import type { FastifyInstance } from 'fastify';
import { listFeedback } from '#contract/feedback.ts';
import type { Database } from '../../database/client.ts';
import { anyone } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import * as repository from './feedback.repository.ts';

export const registerFeedbackRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, listFeedback, anyone, async ({ query }) => {
    const rows = await repository.listFeedback(db, query.classId);
    return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
  });
};
