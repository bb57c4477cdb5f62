import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema, modifiedResponseSchema, timestampSchema } from './common.ts';
import { listQuerySchema } from './paging.ts';

/** The kinds of notifications. docs/messages.md says who receives each of them, and when. */
export const NOTIFICATION_KINDS = [
  'welcome',
  'receipt',
  'refund',
  'refund failed',
  'teacher request received',
  'teacher request approved',
  'teacher request rejected',
  'class approved',
  'class rejected',
  'class withdrawn',
  'class change approved',
  'class change rejected',
  'bio hidden',
  'bio shown',
  'sale',
  'student left',
  'sales digest',
  'announcement',
  'new assignment',
  'deadline near',
  'deadline moved',
  'submission sent',
  'submission received',
  'submission graded',
  'new question',
  'new answer',
  'new feedback',
  'feedback reply',
  'certificate',
  'seat free',
  'seat expired',
  'waiting list closed',
  'dispute',
  'attention',
  'notice',
  'contact',
  'invitation',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The topics for which users can turn emails off. Emails of any other kind are transactional and always sent. */
export const EMAIL_TOPICS = [
  'announcements',
  'assignments',
  'grades',
  'submissions',
  'sales',
  'questions',
  'feedback',
  'certificates',
  'waiting lists',
] as const;

export type EmailTopic = (typeof EMAIL_TOPICS)[number];

export const notificationSchema = z
  .object({
    _id: idSchema,
    kind: z.enum(NOTIFICATION_KINDS),
    title: z.string(),
    text: z.string(),
    /** What somebody wrote, for example the teacher's comment on graded work. */
    quote: z.string().optional(),
    /** The path of the screen that it is about. */
    path: z.string(),
    /** The first moment that is too late to act. */
    deadline: timestampSchema.optional(),
    createdAt: timestampSchema,
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });

export type Notification = z.infer<typeof notificationSchema>;

export const NOTIFICATION_SORTS = ['newest'] as const;

/**
 * `kinds`, separated by commas, and the last `days` limit the list. `current` leaves out marks that no longer count: the work
 * was submitted again, or marked again.
 */
export const notificationQuerySchema = listQuerySchema(NOTIFICATION_SORTS)
  .omit({ q: true })
  .extend({
    kinds: z
      .string()
      .max(NOTIFICATION_KINDS.join().length)
      .transform((kinds) => kinds.split(','))
      .pipe(z.array(z.enum(NOTIFICATION_KINDS)))
      .optional(),
    days: z.coerce.number().int().min(1).max(366).optional(),
    current: z.literal('yes').optional(),
  });

export type NotificationQuery = z.infer<typeof notificationQuerySchema>;

const tag = 'Notifications';

export const listNotifications = defineCall({
  method: 'GET',
  path: '/notifications',
  summary: 'The notifications of the caller, newest first',
  tag,
  authorization: 'required',
  query: notificationQuerySchema,
  response: z.array(notificationSchema),
});

export const countUnreadNotifications = defineCall({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'The number of notifications that the caller has not read',
  tag,
  authorization: 'required',
  response: z.object({ count: z.int().min(0) }),
});

export const markNotificationsRead = defineCall({
  method: 'PATCH',
  path: '/notifications/read',
  summary: 'Mark notifications of the caller as read: the given ones, or all if `ids` is null',
  tag,
  authorization: 'required',
  limit: 'review',
  body: z.object({ ids: z.array(idSchema).max(100).nullable() }),
  response: modifiedResponseSchema,
});

/** The path of the event stream, which signals new notifications. */
export const NOTIFICATION_STREAM = '/notifications/stream';
/**
 * How often the event stream sends something, in milliseconds, even if nothing has changed. This keeps proxies from closing
 * the connection, and tells clients that it still exists.
 */
export const NOTIFICATION_HEARTBEAT = 25_000;
