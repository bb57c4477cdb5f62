import type { FastifyInstance } from 'fastify';
import { deleteUser } from '#contract/users.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { deleteAccount } from './delete-account.ts';

/** What goes through every module: the end of an account. */
export const registerAccountRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, deleteUser, admin, async ({ caller, params }) => {
    await deleteAccount(db, caller, params.id);
    return { deletedCount: 1 };
  });
};
