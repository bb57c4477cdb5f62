import type { FastifyInstance } from 'fastify';
import { type AccountDeletion, deleteOwnAccount, getPersonalData } from '#contract/account.ts';
import { deleteUser } from '#contract/users.ts';
import type { Database } from '../../database/client.ts';
import { admin, type Person, signedIn } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { checkPassword } from '../../identity/check-password.ts';
import { deleteAccount, leave } from './delete-account.ts';
import { collectPersonalData } from './personal-data.ts';

/** @throws ApiError `invalid_input` that names what is not the caller's */
const confirmIdentity = async (db: Database, caller: Person, { email, password = '' }: AccountDeletion) => {
  const refuse = (field: keyof AccountDeletion, message: string) =>
    new ApiError('invalid_input', message, { fields: { [field]: message } });
  if (email !== caller.email) throw refuse('email', 'This is not the email address of your account');
  if ((await checkPassword(db, caller.identityId, password)) === 'wrong')
    throw refuse('password', 'This is not your password');
};

/** What goes through every module: what is kept about a person, and the end of an account. */
export const registerAccountRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, deleteUser, admin, async ({ caller, params }) => {
    await deleteAccount(db, caller, params.id);
    return { deletedCount: 1 };
  });

  route(app, getPersonalData, signedIn, async ({ caller }) => collectPersonalData(db, caller));

  route(app, deleteOwnAccount, signedIn, async ({ caller, body }) => {
    await confirmIdentity(db, caller, body);
    await leave(db, caller);
    return { deletedCount: 1 };
  });
};
