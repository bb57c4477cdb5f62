import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, keyed, textSchema, TEXT_LIMITS } from './common.ts';

/** The maximum number of links in a message. Spam usually has more. */
export const CONTACT_LINKS = 2;

const LINK = /https?:\/\/|www\./gi;

/** The contact form. */
export const contactMessageSchema = z.object({
  email: emailSchema,
  message: textSchema(TEXT_LIMITS.feedback, 'Message').refine(
    (message) => (message.match(LINK) ?? []).length <= CONTACT_LINKS,
    `At most ${CONTACT_LINKS} links`,
  ),
  /** A honeypot: people do not see this field, but bots that fill in every field do. */
  website: z.string().max(TEXT_LIMITS.address).optional(),
});

export type ContactMessage = z.infer<typeof contactMessageSchema>;

export const sendContactMessage = defineCall({
  method: 'POST',
  path: '/contact',
  summary: 'Send a message to the owner of the site',
  tag: 'Service',
  authorization: 'none',
  limit: 'writing',
  body: keyed(contactMessageSchema),
  response: z.object({ accepted: z.literal(true) }),
});
