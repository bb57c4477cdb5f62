import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/class-pauses.ts';
import type { Database } from '../../database/client.ts';
import { teacher } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { pauseClass, resumeClass } from './pause-class.ts';

/** Registers the calls with which teachers pause enrollment in a class, and resume it. */
export const registerClassPauseRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.pauseClass, teacher, async ({ caller, params }) => ({
    modifiedCount: await pauseClass(db, caller, params.id),
  }));

  route(app, calls.resumeClass, teacher, async ({ caller, params }) => ({
    modifiedCount: await resumeClass(db, caller, params.id),
  }));
};
