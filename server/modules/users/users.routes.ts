import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/users.ts';
import type { Database } from '../../database/client.ts';
import { admin, identitySession, isAdminOnRecord, selfOrAdmin } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import type { LinkContext } from '../../identity/change-email.ts';
import { promoteUser } from './promote-user.ts';
import { registerUser } from './register-user.ts';
import { resetOthersSecondFactor } from './reset-second-factor.ts';
import { revokeOtherAdmin } from './revoke-admin.ts';
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

interface UserContext {
  db: Database;
  /** Absent if the site has no mail server. */
  sendEmail?: LinkContext['sendEmail'];
}

/** Registers the call that creates a user's record after sign-up, and those with which admins manage users. */
export const registerUserRoutes = (app: FastifyInstance, { db, sendEmail }: UserContext): void => {
  route(app, calls.createUser, identitySession, async ({ caller, body }) => {
    if (caller.email !== body.email)
      throw new ApiError('forbidden', 'You can only create your own user record');
    const name = body.name ?? caller.name;
    const photo = body.photo || caller.photo;
    const user = { identityId: caller.id, email: caller.email, name, photo };
    const insertedId = await registerUser(db, user);
    if (!insertedId) await repository.fillInUser(db, caller.id, { name, photo });
    return { insertedId: insertedId ?? null };
  });

  route(app, calls.isAdmin, selfOrAdmin, async ({ caller, params }) => {
    if (params.email === caller.email) return { admin: isAdminOnRecord(caller) };
    return { admin: (await repository.findRoleByEmail(db, params.email)).role === 'admin' };
  });

  route(app, calls.listUsers, admin, async ({ query, reply }) =>
    sendList(
      reply,
      calls.userSchema,
      (user: repository.ListedUser) => presentUser(user, Boolean(sendEmail)),
      repository.listUsers(db, query),
      query,
    ),
  );

  route(app, calls.exportUsers, admin, async ({ reply }) =>
    sendCsv(reply, 'users.csv', repository.listUsers(db, {}), CSV_COLUMNS, toCells),
  );

  route(app, calls.promoteUser, admin, async ({ caller, params }) => ({
    modifiedCount: await promoteUser(db, caller, params.id),
  }));

  route(app, calls.revokeAdmin, admin, async ({ caller, params }) => ({
    modifiedCount: (await revokeOtherAdmin(db, caller, params.id)) ? 1 : 0,
  }));

  route(app, calls.resetSecondFactor, admin, async ({ caller, params }) => ({
    modifiedCount: (await resetOthersSecondFactor(db, caller, params.id)) ? 1 : 0,
  }));
};
