import { z } from 'zod';
import { emailSchema, textSchema, TEXT_LIMITS } from './common.ts';

/** The contact form. No call sends it: the form only shows a confirmation. */
export const contactMessageSchema = z.object({
  email: emailSchema,
  message: textSchema(TEXT_LIMITS.feedback, 'Message'),
});

export type ContactMessage = z.infer<typeof contactMessageSchema>;
