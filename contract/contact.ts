import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, keyed, textSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** The maximum number of links in a message. Spam usually has more. */
export const MAX_CONTACT_LINKS = 2;

/** The query parameter of the contact page that fills in the message, as text. */
export const MESSAGE_PARAMETER = 'message';

const LINK = /https?:\/\/|www\./gi;

/** The contact form. A site that does not accept messages confirms every one, so it has no further rules. */
export const contactFormSchema = z.object({
  email: emailSchema,
  message: z.string().trim().min(1, 'Message is required'),
  /** A honeypot: people do not see this field, but bots that fill in every field do. */
  website: z.string().optional(),
});

/** A message that is delivered to the owner of the site. */
const contactMessageSchema = contactFormSchema.extend({
  message: textSchema(TEXT_LIMITS.feedback, 'Message').refine(
    (message) => (message.match(LINK) ?? []).length <= MAX_CONTACT_LINKS,
    `At most ${MAX_CONTACT_LINKS} links`,
  ),
  website: z.string().max(TEXT_LIMITS.url).optional(),
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
