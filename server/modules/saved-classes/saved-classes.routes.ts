import type { FastifyInstance } from 'fastify';
import { classSchema } from '#contract/classes.ts';
import * as calls from '#contract/saved-classes.ts';
import type { Database } from '../../database/client.ts';
import { signedIn } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { presentClass } from '../classes/classes.presenter.ts';
import * as repository from './saved-classes.repository.ts';

/** Registers the calls with which users save classes for later. */
export const registerSavedClassRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listSavedClasses, signedIn, async ({ caller, query, reply }) =>
    sendList(
      reply,
      classSchema,
      (row) => presentClass(row, caller),
      repository.listSavedClasses(db, caller.id),
      query,
    ),
  );

  route(app, calls.getSavedStatus, signedIn, async ({ caller, params }) => ({
    saved: await repository.isSaved(db, caller.id, params.id),
  }));

  route(app, calls.saveClass, signedIn, async ({ caller, params }) => {
    await repository.saveClass(db, caller.id, params.id);
    return { saved: true };
  });

  route(app, calls.removeSavedClass, signedIn, async ({ caller, params }) => ({
    deletedCount: await repository.removeSavedClass(db, caller.id, params.id),
  }));
};
