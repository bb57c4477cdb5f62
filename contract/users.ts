import { z } from 'zod';
import { deletionLossSchema } from './account.ts';
import { defineCall } from './call.ts';
import {
  deletedResponseSchema,
  emailParamsSchema,
  emailSchema,
  idParamsSchema,
  idSchema,
  insertedResponseSchema,
  modifiedResponseSchema,
  nameSchema,
  photoSchema,
} from './common.ts';
import { listQuerySchema } from './paging.ts';

export const USER_ROLES = ['admin', 'teacher'] as const;

/**
 * A user record. `role` is absent for students, `secondFactor` for users without two-factor authentication, `unconfirmed`
 * if the email address is confirmed or the site cannot send email to confirm it.
 */
export const userSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    email: z.string(),
    photo: z.string(),
    role: z.enum(USER_ROLES).optional(),
    secondFactor: z.literal(true).optional(),
    unconfirmed: z.literal(true).optional(),
  })
  .meta({ id: 'User' });

export const USER_SORTS = ['newest', 'name', '-name', 'email', '-email', 'role', '-role'] as const;

export const userQuerySchema = listQuerySchema(USER_SORTS).extend({
  role: z.enum([...USER_ROLES, 'student']).optional(),
});

export type UserQuery = z.infer<typeof userQuerySchema>;
export type User = z.infer<typeof userSchema>;
export type UserRole = (typeof USER_ROLES)[number];

const tag = 'Users';

export const createUser = defineCall({
  method: 'POST',
  path: '/users',
  summary:
    'Create the user record of the signed-in identity; repeating the call only fills in a missing name or photo',
  tag,
  authorization: 'cookie',
  limit: 'writing',
  body: z.object({
    email: emailSchema,
    name: nameSchema.optional(),
    photo: photoSchema.optional(),
  }),
  response: insertedResponseSchema,
});

export const isAdmin = defineCall({
  method: 'GET',
  path: '/users/admin/:email',
  summary: 'Whether a user is an admin',
  tag,
  authorization: 'required',
  params: emailParamsSchema,
  response: z.object({ admin: z.boolean() }),
});

export const listUsers = defineCall({
  method: 'GET',
  path: '/users',
  summary: 'All users; newest first by default',
  tag,
  authorization: 'required',
  query: userQuerySchema,
  response: z.array(userSchema),
});

export const exportUsers = defineCall({
  method: 'GET',
  path: '/exports/users.csv',
  summary: 'All users as CSV, newest first',
  tag,
  authorization: 'required',
  format: 'csv',
  response: z.string(),
});

export const promoteUser = defineCall({
  method: 'PATCH',
  path: '/users/admin/:id',
  summary: 'Make a user an admin',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const revokeAdmin = defineCall({
  method: 'DELETE',
  path: '/users/admin/:id',
  summary: 'Revoke the admin role; the user is a teacher again if they were one, otherwise a student',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const resetSecondFactor = defineCall({
  method: 'DELETE',
  path: '/users/second-factor/:id',
  summary: "Reset another user's two-factor authentication, which signs them out everywhere",
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const getDeletionLoss = defineCall({
  method: 'GET',
  path: '/users/:id/deletion-loss',
  summary: 'What a user would lose with their account',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: deletionLossSchema,
});

export const deleteUser = defineCall({
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Delete a user, which ends all their sessions and tokens at once',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: deletedResponseSchema,
});
