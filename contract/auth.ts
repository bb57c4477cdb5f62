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

/** A form that asks for a mail: with a link to a new password, or to another address. */
export const mailRequestSchema = z.object({ email: emailSchema });

const confirmed = { newPassword: passwordSchema, repeated: z.string() };
const areSame = ({ newPassword, repeated }: { newPassword: string; repeated: string }) =>
  newPassword === repeated;
const NOT_THE_SAME = { message: 'The two passwords are not the same', path: ['repeated'] };

/** The form behind that link. */
export const newPasswordSchema = z.object(confirmed).refine(areSame, NOT_THE_SAME);

/** The form with which a signed-in person changes their password. */
export const passwordChangeSchema = z
  .object({ currentPassword: z.string().min(1, 'Current password is required'), ...confirmed })
  .refine(areSame, NOT_THE_SAME);

export type MailRequest = z.infer<typeof mailRequestSchema>;
export type NewPassword = z.infer<typeof newPasswordSchema>;
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** The second step of signing in: a code of the authenticator app, or a backup code. */
export const codeSchema = z.object({
  code: z.string().trim().min(1, 'Enter the code').max(20, 'This is no code'),
});

/** What changes how one signs in asks for the password again. */
export const passwordAgainSchema = z.object({ password: z.string().min(1, 'Password is required') });

export type Code = z.infer<typeof codeSchema>;
export type PasswordAgain = z.infer<typeof passwordAgainSchema>;
