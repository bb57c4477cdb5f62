import { z } from 'zod';
import { defineCall } from './call.ts';
import { classSchema } from './classes.ts';
import { emailSchema, idSchema, timestampSchema } from './common.ts';

/**
 * A payment and the enrolment it bought (spec section 3). `price` (major units) and `date` are as paid,
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

export type Enrollment = z.infer<typeof enrollmentSchema>;

export const listEnrollments = defineCall({
  method: 'GET',
  path: '/enrollments',
  summary: "A person's enrolments, newest first",
  tag: 'Enrollments',
  authorization: 'required',
  query: z.object({ email: emailSchema }),
  response: z.array(enrollmentSchema),
});
