import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/setup.ts';
import type { Database } from '../../database/client.ts';
import { anyone } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { createFirstAdmin, isSetupOpen } from './create-first-admin.ts';
import { isSetupToken } from './setup-token.ts';

interface SetupContext {
  db: Database;
  baseUrl: string;
  secret: string;
}

/** What the one-time address of a new site does. It is closed once an admin can sign in. */
export const registerSetupRoutes = (app: FastifyInstance, context: SetupContext): void => {
  route(app, calls.readSetup, anyone, async ({ query }) => ({
    open: isSetupToken(context.secret, query.token) && (await isSetupOpen(context.db)),
  }));

  route(app, calls.createFirstAdmin, anyone, async ({ body: { token, ...admin } }) => {
    if (!isSetupToken(context.secret, token))
      throw new ApiError('link_invalid', 'This address is not the one that the server printed at its start');
    return { link: await createFirstAdmin(context, admin) };
  });
};
