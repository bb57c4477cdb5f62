import type { FastifyInstance } from 'fastify';
import { createUser, isAdmin } from '#contract/users.ts';
import type { Database } from '../../database/client.ts';
import { identitySession, selfOrAdmin } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { fillInUser, findRole, insertUser } from './users.repository.ts';

export const registerUserRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, createUser, identitySession, async ({ caller, body }) => {
    if (caller.email !== body.email) throw new ApiError('forbidden', 'Only your own address can be recorded');
    const name = body.name ?? caller.name;
    const photo = body.photo ?? caller.photo;
    const insertedId = await insertUser(db, { identityId: caller.id, email: caller.email, name, photo });
    if (!insertedId) await fillInUser(db, caller.id, { name, photo });
    return { insertedId: insertedId ?? null };
  });

  route(app, isAdmin, selfOrAdmin, async ({ params }) => ({
    admin: (await findRole(db, params.email)) === 'admin',
  }));
};
