import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/questions.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { moderate } from '../moderation/moderate.ts';

/** Registers the calls with which admins hide questions and answers. */
export const registerPostModerationRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.hidePost, admin, async ({ caller, params, body }) => ({
    modifiedCount: await moderate(db, caller, 'post', params.id, body),
  }));

  route(app, calls.showPost, admin, async ({ caller, params }) => ({
    modifiedCount: await moderate(db, caller, 'post', params.id),
  }));
};
