import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, textSchema, TEXT_LIMITS } from './common.ts';

/** The most links of a message. Advertising has more. */
export const CONTACT_LINKS = 2;

const LINK = /https?:\/\/|www\./gi;

/** What a visitor writes into the contact form. */
export const contactMessageSchema = z.object({
  email: emailSchema,
  message: textSchema(TEXT_LIMITS.feedback, 'Message').refine(
    (message) => (message.match(LINK) ?? []).length <= CONTACT_LINKS,
    `At most ${CONTACT_LINKS} links`,
  ),
  /** A field that people do not see. Programs that fill in every field give themselves away by it. */
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
  body: contactMessageSchema,
  response: z.object({ accepted: z.literal(true) }),
});
