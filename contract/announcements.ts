import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  deletedResponseSchema,
  idParamsSchema,
  idSchema,
  keyed,
  modifiedResponseSchema,
  textSchema,
  timestampSchema,
} from './common.ts';
import { pageQuerySchema } from './paging.ts';
import { reportInputSchema } from './reports.ts';
import { hidingSchema } from './review.ts';

/** How many announcements a class may have per hour. Each is emailed to all of its students. */
export const ANNOUNCEMENTS_PER_HOUR = 3;

/** The maximum length of an announcement, in characters. */
export const ANNOUNCEMENT_LENGTH = 5_000;

/**
 * What a teacher has written to all students of a class, as plain text. `hiddenReason` is why an admin has hidden it;
 * only its teacher and admins receive hidden announcements.
 */
export const announcementSchema = z
  .object({
    _id: idSchema,
    text: z.string(),
    createdAt: timestampSchema,
    hiddenReason: z.string().optional(),
  })
  .meta({ id: 'Announcement' });

export const announcementInputSchema = z.object({
  text: textSchema(ANNOUNCEMENT_LENGTH, 'Announcement'),
});

export type Announcement = z.infer<typeof announcementSchema>;

const tag = 'Announcements';

export const listAnnouncements = defineCall({
  method: 'GET',
  path: '/classes/:id/announcements',
  summary: 'The announcements of a class, newest first, for its students, its teacher and admins',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  query: pageQuerySchema.omit({ q: true }),
  response: z.array(announcementSchema),
});

export const announce = defineCall({
  method: 'POST',
  path: '/classes/:id/announcements',
  summary: `Write to all students of the caller's class, who are notified; at most ${ANNOUNCEMENTS_PER_HOUR} times per hour`,
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: keyed(announcementInputSchema),
  response: z.object({ insertedId: idSchema }),
});

export const deleteAnnouncement = defineCall({
  method: 'DELETE',
  path: '/announcements/:id',
  summary:
    "Delete the caller's own announcement, with its notifications and the emails that have not been sent",
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

export const reportAnnouncement = defineCall({
  method: 'POST',
  path: '/announcements/:id/report',
  summary:
    'Report an announcement of a class that the caller is enrolled in. Repeating the call changes nothing',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: reportInputSchema,
  response: modifiedResponseSchema,
});

export const hideAnnouncement = defineCall({
  method: 'PATCH',
  path: '/announcements/hide/:id',
  summary: 'Hide an announcement: only its teacher still sees it, with the reason',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: hidingSchema,
  response: modifiedResponseSchema,
});

export const showAnnouncement = defineCall({
  method: 'PATCH',
  path: '/announcements/show/:id',
  summary: 'Show a hidden announcement again',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});
