import { PASSWORD_LENGTH } from '#contract/auth.ts';
import type { Database } from '../database/client.ts';
import { notFound } from '../http/api-error.ts';
import { createIdentityProvider } from './better-auth.ts';

interface LinkContext {
  db: Database;
  baseUrl: string;
  secret: string;
}

/**
 * Creates the link of a password reset email, for an operator to pass on. It works once, within an hour.
 * @throws ApiError `not_found` if there is no account with the address
 */
export const createPasswordLink = async (context: LinkContext, email: string): Promise<string> => {
  const links: string[] = [];
  const identity = createIdentityProvider({
    ...context,
    passwordMinLength: PASSWORD_LENGTH.min,
    sendEmail: async ({ action }) => {
      if (action) links.push(action.url);
    },
    onFailure: (message) => {
      throw new Error(message);
    },
    // It creates no account.
    checkRegistration: () => Promise.resolve({}),
  });
  await identity.api.requestPasswordReset({ body: { email } });
  const [link] = links;
  if (!link) throw notFound('The account');
  return link;
};
