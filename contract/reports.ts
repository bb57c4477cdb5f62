import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  idParamsSchema,
  idSchema,
  modifiedResponseSchema,
  optionalTextSchema,
  timestampSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { RATING } from './feedback.ts';
import { pageQuerySchema } from './paging.ts';

/** What users can report and admins can hide. A bio is what a teacher has written about themselves. */
export const REPORTED_KINDS = ['question', 'answer', 'feedback', 'announcement', 'bio'] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

/** The form that reports what somebody else wrote. The reason is optional. */
export const reportInputSchema = z.object({ reason: optionalTextSchema(TEXT_LIMITS.reason) });

/**
 * What users have reported, or an admin has hidden. `_id` is that of the question, answer, feedback or announcement, or
 * the teacher's with a bio, which belongs to no class. `reports` counts the open reports, and `reasons` has the latest of theirs.
 */
export const reportedSchema = z
  .object({
    _id: idSchema,
    kind: z.enum(REPORTED_KINDS),
    classId: idSchema.optional(),
    /** The title of the class. */
    title: z.string().optional(),
    /** The lesson of a question or answer. `questionId` is the question itself or, for an answer, its question. */
    lesson: z.object({ _id: idSchema, title: z.string(), questionId: idSchema }).optional(),
    /** The stars of feedback. */
    rating: z.int().min(RATING.min).max(RATING.max).optional(),
    text: z.string(),
    /** The teacher's reply to feedback. */
    reply: z.string().optional(),
    user: z.object({ name: z.string(), email: z.string(), image: z.string() }),
    date: timestampSchema,
    /** When the text, or the reply to it, was last changed. */
    changedAt: timestampSchema,
    reports: z.int().min(0),
    reasons: z.array(z.string()),
    hiddenReason: z.string().optional(),
  })
  .meta({ id: 'Reported' });

export const REPORT_STATES = ['reported', 'hidden'] as const;

const reportsQuerySchema = pageQuerySchema.extend({
  state: z.enum(REPORT_STATES).optional(),
  kind: z.enum(REPORTED_KINDS).optional(),
});

export type Reported = z.infer<typeof reportedSchema>;
export type ReportsQuery = z.infer<typeof reportsQuerySchema>;

const tag = 'Moderation';

export const listReported = defineCall({
  method: 'GET',
  path: '/reports',
  summary:
    'Questions, answers, feedback, announcements and bios that were reported or are hidden, newest first',
  tag,
  authorization: 'required',
  query: reportsQuerySchema,
  response: z.array(reportedSchema),
});

export const dismissReports = defineCall({
  method: 'PATCH',
  path: '/reports/dismiss/:id',
  summary:
    'Dismiss the open reports of a question, an answer, feedback, an announcement or a bio, by its id. It stays as it is, and others can report it again. 409 `edit_conflict` with the `current` text if it has changed since `changedAt`',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ changedAt: timestampSchema.describe('When the text that was reviewed was changed') }),
  response: modifiedResponseSchema,
});
