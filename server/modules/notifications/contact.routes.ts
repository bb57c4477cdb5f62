import type { FastifyInstance } from 'fastify';
import { sendContactMessage } from '#contract/contact.ts';
import type { Database } from '../../database/client.ts';
import { anyone } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { keyedId } from '../../http/keyed-id.ts';
import { insertEmail } from './outbox.repository.ts';

interface ContactOptions {
  db: Database;
  /** Finds the address that receives the messages. If there is none, the site accepts no messages. */
  findContactEmail: () => Promise<string | undefined>;
}

/** Registers the call of the contact form. */
export const registerContactRoutes = (
  app: FastifyInstance,
  { db, findContactEmail }: ContactOptions,
): void => {
  route(app, sendContactMessage, anyone, async ({ body, request, reply }) => {
    const { email, message, website, key } = body;
    const contactEmail = await findContactEmail();
    if (!contactEmail) throw new ApiError('email_disabled', 'This site does not accept messages');
    await app.rateLimits.count('contact', request, reply, email);
    // A bot is not told that its message was dropped, so that it does not try another way.
    if (!website) {
      const id = keyedId(key, ['contact', email, message]);
      await insertEmail(db, 'contact', contactEmail, { id, data: { from: email, message } });
    }
    return { accepted: true as const };
  });
};
