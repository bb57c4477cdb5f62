import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  deletedResponseSchema,
  idParamsSchema,
  idSchema,
  modifiedResponseSchema,
  timestampSchema,
} from './common.ts';
import { versionSchema } from './lessons.ts';
import { listQuerySchema, pageQuerySchema } from './paging.ts';
import { reasonSchema, reviewStatusSchema } from './review.ts';

/** The fields of a published class whose changes are reviewed. `price` is in major units of the currency. */
export const reviewedTextsSchema = z.object({
  title: z.string(),
  price: z.number(),
  description: z.string(),
});

/**
 * A change that a teacher proposes to a published class. `current` is what is published now, `proposed` what an
 * approval would publish. `version` grows with each edit by the teacher. `reason` is the reason for a rejection.
 */
export const classChangeSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    /** The teacher's name. */
    name: z.string(),
    email: z.string(),
    current: reviewedTextsSchema,
    proposed: reviewedTextsSchema,
    version: z.int(),
    status: reviewStatusSchema,
    reason: z.string().optional(),
    date: timestampSchema,
  })
  .meta({ id: 'ClassChange' });

/**
 * A version of a class that was published from `date` on, with the version before it (absent for the first one).
 * `approvedBy` is absent if the change needed no review, such as a lower price.
 */
export const classVersionSchema = z
  .object({
    _id: idSchema,
    number: z.int().min(1),
    texts: reviewedTextsSchema,
    before: reviewedTextsSchema.optional(),
    approvedBy: z.object({ name: z.string(), email: z.string() }).optional(),
    date: timestampSchema,
  })
  .meta({ id: 'ClassVersion' });

export const CLASS_CHANGE_SORTS = ['oldest', 'newest', 'title', '-title', 'name', '-name'] as const;

const classChangeQuerySchema = listQuerySchema(CLASS_CHANGE_SORTS);
const classVersionQuerySchema = pageQuerySchema.omit({ q: true });

export type ReviewedTexts = z.infer<typeof reviewedTextsSchema>;
export type ClassChange = z.infer<typeof classChangeSchema>;
export type ClassChangeQuery = z.infer<typeof classChangeQuerySchema>;
export type ClassVersion = z.infer<typeof classVersionSchema>;
export type ClassVersionQuery = z.infer<typeof classVersionQuerySchema>;

const tag = 'Class changes';

export const listClassChanges = defineCall({
  method: 'GET',
  path: '/class-changes',
  summary: 'Pending changes to published classes, oldest first by default',
  tag,
  authorization: 'required',
  query: classChangeQuerySchema,
  response: z.array(classChangeSchema),
});

export const getClassChange = defineCall({
  method: 'GET',
  path: '/classes/:id/change',
  summary:
    "The pending change to the caller's class, or the last one if it was rejected; null if there is neither",
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: z.object({ change: classChangeSchema.nullable() }),
});

export const approveClassChange = defineCall({
  method: 'PATCH',
  path: '/class-changes/:id',
  summary:
    'Publish a proposed change. 409 `edit_conflict` if it or the class has changed since `version`, `not_pending`, or `not_published`',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ status: z.literal('approve'), version: versionSchema }),
  response: modifiedResponseSchema,
});

export const rejectClassChange = defineCall({
  method: 'PATCH',
  path: '/class-changes/reject/:id',
  summary: 'Reject a proposed change: the class stays as it is. Refused in the same cases as an approval',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ status: z.literal('rejected'), version: versionSchema, reason: reasonSchema }),
  response: modifiedResponseSchema,
});

export const withdrawClassChange = defineCall({
  method: 'DELETE',
  path: '/class-changes/:id',
  summary: "Withdraw the pending change to the caller's class",
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

export const listClassVersions = defineCall({
  method: 'GET',
  path: '/classes/:id/versions',
  summary:
    'The published versions of a class, newest first: texts and price, when they were published, and who approved them',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  query: classVersionQuerySchema,
  response: z.array(classVersionSchema),
});
