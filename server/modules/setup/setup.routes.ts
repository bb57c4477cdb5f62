import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/setup.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { anyone } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { createFirstAdmin, isSetupOpen } from './create-first-admin.ts';
import type { SendTestEmail } from '../../site-health/send-test-email.ts';
import type { TestCardProvider } from '../../site-health/test-card-provider.ts';
import { isSetupToken } from './setup-token.ts';

interface SetupContext {
  db: Database;
  baseUrl: string;
  secret: string;
  isCurrencyInUse: (trx: Transaction) => Promise<boolean>;
  sendTest: SendTestEmail;
  testCardProvider: TestCardProvider;
}

/** Registers the calls of the one-time address of a new site. They are closed once an admin can sign in. */
export const registerSetupRoutes = (app: FastifyInstance, context: SetupContext): void => {
  const isOpen = async (token: string): Promise<boolean> =>
    isSetupToken(context.secret, token) && (await isSetupOpen(context.db));
  const requireOpen = async (token: string): Promise<void> => {
    if (!(await isOpen(token)))
      throw new ApiError(
        'link_invalid',
        'This is not the setup link that the server printed at startup, or the site has already been set up',
      );
  };

  route(app, calls.getSetup, anyone, async ({ query }) => ({ open: await isOpen(query.token) }));

  route(app, calls.createFirstAdmin, anyone, async ({ body: { token, ...admin } }) => {
    await requireOpen(token);
    return { link: await createFirstAdmin(context, admin) };
  });

  route(app, calls.sendSetupEmail, anyone, async ({ body: { token, to } }) => {
    await requireOpen(token);
    return { failure: await context.sendTest(to) };
  });

  route(app, calls.testSetupCardProvider, anyone, async ({ body: { token } }) => {
    await requireOpen(token);
    return context.testCardProvider();
  });
};
