import { z } from 'zod';
import { defineCall } from './call.ts';
import { deletedResponseSchema, emailSchema } from './common.ts';
import { PASSWORD_LENGTH } from './constants.ts';

const tag = 'Account';
const records = z.array(z.record(z.string(), z.unknown()));

/** All that is kept about a person, by what it is. Prices are in minor units, as kept. */
export const personalDataSchema = z
  .object({
    person: z.record(z.string(), z.unknown()),
    signIns: records,
    sessions: records,
    teacherRequests: records,
    classes: records,
    enrollments: records,
    payments: records,
    submissions: records,
    feedback: records,
    auditTrail: records,
  })
  .meta({ id: 'PersonalData' });

export type PersonalData = z.infer<typeof personalDataSchema>;

export const getPersonalData = defineCall({
  method: 'GET',
  path: '/account/data',
  summary: 'All that is kept about the caller',
  tag,
  authorization: 'required',
  limit: 'writing',
  response: personalDataSchema,
});

/** The form that ends one's account: the address proves that it is meant, the password that it is the person. */
export const accountDeletionSchema = z.object({
  email: emailSchema,
  password: z.string().max(PASSWORD_LENGTH.max).optional(),
});

export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

export const deleteOwnAccount = defineCall({
  method: 'DELETE',
  path: '/account',
  summary: 'Delete the caller’s own account; payments stay for the books',
  tag,
  authorization: 'required',
  limit: 'password',
  body: accountDeletionSchema,
  response: deletedResponseSchema,
});
