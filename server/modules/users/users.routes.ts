import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/users.ts';
import type { Database } from '../../database/client.ts';
import { admin, identitySession, selfOrAdmin } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { promoteUser } from './promote-user.ts';
import { presentUser } from './users.presenter.ts';
import * as repository from './users.repository.ts';

const CSV_COLUMNS = ['id', 'name', 'email', 'role', 'registered'] as const;

const toCells = ({ id, name, email, role, createdAt }: repository.UserRow) => ({
  id,
  name,
  email,
  role: role ?? 'student',
  registered: createdAt.toISOString(),
});

export const registerUserRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.createUser, identitySession, async ({ caller, body }) => {
    if (caller.email !== body.email) throw new ApiError('forbidden', 'Only your own address can be recorded');
    const name = body.name ?? caller.name;
    const photo = body.photo || caller.photo;
    const user = { identityId: caller.id, email: caller.email, name, photo };
    const insertedId = await repository.insertUser(db, user);
    if (!insertedId) await repository.fillInUser(db, caller.id, { name, photo });
    return { insertedId: insertedId ?? null };
  });

  route(app, calls.isAdmin, selfOrAdmin, async ({ params }) => ({
    admin: (await repository.findStanding(db, params.email)).role === 'admin',
  }));

  route(app, calls.listUsers, admin, async ({ query, reply }) =>
    sendList(reply, calls.userSchema, presentUser, repository.listUsers(db, query), query),
  );

  route(app, calls.exportUsers, admin, async ({ reply }) =>
    sendCsv(reply, 'users.csv', repository.listUsers(db, {}), CSV_COLUMNS, toCells),
  );

  route(app, calls.promoteUser, admin, async ({ caller, params }) => ({
    modifiedCount: await promoteUser(db, caller, params.id),
  }));
};
