import { z } from 'zod';
import { defineCall } from './call.ts';
import { classSchema } from './classes.ts';
import { emailSchema, idParamsSchema, idSchema, insertedResponseSchema, timestampSchema } from './common.ts';
import { listQuerySchema } from './paging.ts';

/**
 * A payment and the enrollment it bought. `price` (major units) and `date` are as paid,
 * `myClass` is the class as it stands now.
 */
export const enrollmentSchema = z
  .object({
    _id: idSchema,
    email: z.string(),
    price: z.number(),
    transactionId: z.string().nullable(),
    date: timestampSchema,
    myClass: classSchema,
  })
  .meta({ id: 'Enrollment' });

export const ENROLLMENT_SORTS = ['newest', 'oldest', 'title', '-title'] as const;

/** `classId` narrows the list to the one enrollment in that class, if there is one. */
export const enrollmentQuerySchema = listQuerySchema(ENROLLMENT_SORTS).extend({
  email: emailSchema,
  classId: idSchema.optional(),
});

export type EnrollmentQuery = z.infer<typeof enrollmentQuerySchema>;
export type Enrollment = z.infer<typeof enrollmentSchema>;

export const listEnrollments = defineCall({
  method: 'GET',
  path: '/enrollments',
  summary: "A person's enrollments, newest first unless sorted",
  tag: 'Enrollments',
  authorization: 'required',
  query: enrollmentQuerySchema,
  response: z.array(enrollmentSchema),
});

export const enrollForFree = defineCall({
  method: 'POST',
  path: '/classes/:id/enrollment',
  summary: 'Enrol in a class that costs nothing; a repeat answers the same id',
  tag: 'Enrollments',
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: insertedResponseSchema,
});
