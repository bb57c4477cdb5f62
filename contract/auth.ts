import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, imageAddressSchema, nameSchema } from './common.ts';
import { PASSWORD_LENGTH } from './constants.ts';

export const passwordSchema = z
  .string({ error: 'Password is required' })
  .min(PASSWORD_LENGTH.min, `Password has at least ${PASSWORD_LENGTH.min} characters`)
  .max(PASSWORD_LENGTH.max, `Password has at most ${PASSWORD_LENGTH.max} characters`);

/** The login form (spec section 5). */
export const loginSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Password is required'),
});

/** The registration form (spec section 5: all four are required). */
export const registrationSchema = z.object({
  email: emailSchema,
  name: nameSchema,
  password: passwordSchema,
  photo: imageAddressSchema,
});

/** The profile form: what the identity provider keeps of a person (spec section 3). */
export const profileSchema = z.object({ displayName: nameSchema, photoURL: imageAddressSchema });

export type Profile = z.infer<typeof profileSchema>;
export type Login = z.infer<typeof loginSchema>;
export type Registration = z.infer<typeof registrationSchema>;

/** Turns a live identity session into an access token that lives one hour. */
export const createToken = defineCall({
  method: 'POST',
  path: '/jwt',
  summary: 'Get an access token for the signed-in identity',
  tag: 'Identity',
  authorization: 'cookie',
  limit: 'token',
  body: z.object({ email: emailSchema }),
  response: z.object({ token: z.string() }),
});
