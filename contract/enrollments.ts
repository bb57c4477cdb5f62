import { z } from 'zod';
import { defineCall } from './call.ts';
import { certificateProgressSchema } from './certificates.ts';
import { classSchema } from './classes.ts';
import {
  deletedResponseSchema,
  emailSchema,
  idParamsSchema,
  idSchema,
  insertedResponseSchema,
  timestampSchema,
} from './common.ts';
import { learningSchema } from './lessons.ts';
import { listQuerySchema } from './paging.ts';

/**
 * An enrollment and its payment. `price` (major units) and `date` are those of the purchase, `myClass` is the class as
 * it is now. `transactionId` is null for a free class, `learning` absent for a class without published lessons,
 * `certificate` for one with neither lessons nor an assignment.
 */
export const enrollmentSchema = z
  .object({
    _id: idSchema,
    email: z.string(),
    price: z.number(),
    transactionId: z.string().nullable(),
    date: timestampSchema,
    myClass: classSchema,
    learning: learningSchema.optional(),
    certificate: certificateProgressSchema.optional(),
  })
  .meta({ id: 'Enrollment' });

export const ENROLLMENT_SORTS = ['newest', 'oldest', 'title', '-title'] as const;

/** `classId` limits the list to the enrollment in that class, if there is one. */
export const enrollmentQuerySchema = listQuerySchema(ENROLLMENT_SORTS).extend({
  email: emailSchema,
  classId: idSchema.optional(),
});

export type EnrollmentQuery = z.infer<typeof enrollmentQuerySchema>;
export type Enrollment = z.infer<typeof enrollmentSchema>;

export const listEnrollments = defineCall({
  method: 'GET',
  path: '/enrollments',
  summary: "A user's enrollments; newest first by default",
  tag: 'Enrollments',
  authorization: 'required',
  query: enrollmentQuerySchema,
  response: z.array(enrollmentSchema),
});

export const enrollForFree = defineCall({
  method: 'POST',
  path: '/classes/:id/enrollment',
  summary: 'Enroll in a free class; repeating the call returns the same id',
  tag: 'Enrollments',
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: insertedResponseSchema,
});

export const leaveClass = defineCall({
  method: 'DELETE',
  path: '/classes/:id/enrollment',
  summary:
    'Leave a class that the caller is enrolled in without a payment; repeating the call deletes nothing',
  tag: 'Enrollments',
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});
