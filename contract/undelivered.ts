import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, modifiedResponseSchema, timestampSchema } from './common.ts';
import { NOTIFICATION_KINDS } from './notifications.ts';
import { listQuerySchema, PAGE_SIZE } from './paging.ts';

/** An email that could not be delivered. */
export const undeliveredEmailSchema = z
  .object({
    _id: idSchema,
    to: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    subject: z.string(),
    createdAt: timestampSchema,
    attempts: z.int().min(0),
    /** The mail server's reason. */
    failure: z.string(),
  })
  .meta({ id: 'UndeliveredEmail' });

export type UndeliveredEmail = z.infer<typeof undeliveredEmailSchema>;

export const UNDELIVERED_SORTS = ['newest', 'oldest'] as const;

export const undeliveredQuerySchema = listQuerySchema(UNDELIVERED_SORTS);

export type UndeliveredQuery = z.infer<typeof undeliveredQuerySchema>;

const tag = 'Notifications';

export const listUndeliveredEmails = defineCall({
  method: 'GET',
  path: '/undelivered-emails',
  summary: 'Emails that could not be delivered, newest first',
  tag,
  authorization: 'required',
  query: undeliveredQuerySchema,
  response: z.array(undeliveredEmailSchema),
});

export const retryEmail = defineCall({
  method: 'POST',
  path: '/undelivered-emails/:id/retry',
  summary: 'Try to deliver an email again',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const dismissEmail = defineCall({
  method: 'POST',
  path: '/undelivered-emails/:id/dismiss',
  summary: 'Give up an email, which is no longer listed or counted',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

const emailsSchema = z.object({ ids: z.array(idSchema).min(1).max(PAGE_SIZE.max) });

export const retryEmails = defineCall({
  method: 'POST',
  path: '/undelivered-emails/retry',
  summary: 'Try to deliver several emails again',
  tag,
  authorization: 'required',
  limit: 'review',
  body: emailsSchema,
  response: modifiedResponseSchema,
});

export const dismissEmails = defineCall({
  method: 'POST',
  path: '/undelivered-emails/dismiss',
  summary: 'Give up several emails, which are no longer listed or counted',
  tag,
  authorization: 'required',
  limit: 'review',
  body: emailsSchema,
  response: modifiedResponseSchema,
});
