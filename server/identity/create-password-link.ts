import { PASSWORD_LENGTH } from '#contract/constants.ts';
import type { Database } from '../database/client.ts';
import { createIdentityProvider } from './better-auth.ts';

interface LinkContext {
  db: Database;
  baseUrl: string;
  secret: string;
}

/** The link that a mail about a forgotten password would carry, for an operator to hand over. It works once. */
export const createPasswordLink = async (context: LinkContext, email: string): Promise<string> => {
  const links: string[] = [];
  const identity = createIdentityProvider({
    ...context,
    passwordMinLength: PASSWORD_LENGTH.min,
    sendMail: async ({ text }) => void links.push(...(text.match(/https?:\/\/\S+/) ?? [])),
    onFailure: (message) => {
      throw new Error(message);
    },
    onProfileChange: () => Promise.resolve(),
  });
  await identity.api.requestPasswordReset({ body: { email } });
  const [link] = links;
  if (!link) throw new Error('The identity provider made no link');
  return link;
};
