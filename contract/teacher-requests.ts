import { z } from 'zod';
import { defineCall } from './call.ts';
import { categorySchema, experienceSchema } from './skills.ts';
import { reasonSchema, reviewStatusSchema } from './review.ts';
import {
  emailParamsSchema,
  emailSchema,
  idParamsSchema,
  idSchema,
  insertedResponseSchema,
  modifiedResponseSchema,
  nameSchema,
  photoSchema,
  singleLineSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { listQuerySchema } from './paging.ts';

/**
 * A request to become a teacher. `role` is `teacher` once the user teaches. Only admins learn whether the email address is
 * `unconfirmed`, on a site that can send email to confirm it.
 */
export const teacherRequestSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    email: z.string(),
    title: z.string(),
    image: z.string(),
    experience: experienceSchema,
    category: categorySchema,
    status: reviewStatusSchema,
    reason: z.string().optional(),
    role: z.literal('teacher').optional(),
    unconfirmed: z.literal(true).optional(),
  })
  .meta({ id: 'TeacherRequest' });

/**
 * The teacher request form. `status` is accepted but ignored: a new request is always Pending. The photo can be missing,
 * because third-party accounts may have none.
 */
export const teacherRequestInputSchema = z.object({
  name: nameSchema,
  email: emailSchema,
  title: singleLineSchema(TEXT_LIMITS.title, 'Title'),
  image: photoSchema,
  experience: experienceSchema,
  category: categorySchema,
  status: z.string().optional(),
});

export const TEACHER_REQUEST_SORTS = [
  'newest',
  'name',
  '-name',
  'experience',
  '-experience',
  'title',
  '-title',
  'category',
  '-category',
  'status',
  '-status',
] as const;

export const teacherRequestQuerySchema = listQuerySchema(TEACHER_REQUEST_SORTS).extend({
  status: reviewStatusSchema.optional(),
});

export type TeacherRequestQuery = z.infer<typeof teacherRequestQuerySchema>;
export type TeacherRequest = z.infer<typeof teacherRequestSchema>;
export type TeacherRequestInput = z.infer<typeof teacherRequestInputSchema>;

const tag = 'Teacher requests';

export const isTeacher = defineCall({
  method: 'GET',
  path: '/teacher-req/teacher/:email',
  summary: 'Whether a user is a teacher',
  tag,
  authorization: 'required',
  params: emailParamsSchema,
  response: z.object({ teacher: z.boolean() }),
});

export const createTeacherRequest = defineCall({
  method: 'POST',
  path: '/teacher-req',
  summary: 'Apply to become a teacher',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: teacherRequestInputSchema,
  response: insertedResponseSchema,
});

export const getOwnTeacherRequest = defineCall({
  method: 'GET',
  path: '/teacher-req/own',
  summary: "The caller's newest request, or null",
  tag,
  authorization: 'required',
  response: z.object({ request: teacherRequestSchema.nullable() }),
});

export const listTeacherRequests = defineCall({
  method: 'GET',
  path: '/teacher-req',
  summary: 'All requests to become a teacher; newest first by default',
  tag,
  authorization: 'required',
  query: teacherRequestQuerySchema,
  response: z.array(teacherRequestSchema),
});

export const approveTeacherRequest = defineCall({
  method: 'PATCH',
  path: '/teacher-req/teacher/:id',
  summary: 'Approve a pending request; the user becomes a teacher',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const rejectTeacherRequest = defineCall({
  method: 'PATCH',
  path: '/teacher-req/reject/:id',
  summary: 'Reject a pending request; the user sees the reason and may apply again',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ reason: reasonSchema }).nullish(),
  response: modifiedResponseSchema,
});
