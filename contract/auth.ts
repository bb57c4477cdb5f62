import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, imageAddressSchema, nameSchema, textSchema } from './common.ts';
import { PASSWORD_LENGTH, TEXT_LIMITS } from './constants.ts';

/** A new password. How many characters it has at least is the site's setting. */
const passwordSchema = (minLength: number) =>
  z
    .string({ error: 'Password is required' })
    .min(minLength, `Password must be at least ${minLength} characters`)
    .max(PASSWORD_LENGTH.max, `Password must be at most ${PASSWORD_LENGTH.max} characters`);

/** A password to be checked: whatever the policy was when it was set. */
const givenPasswordSchema = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(PASSWORD_LENGTH.max, `Password must be at most ${PASSWORD_LENGTH.max} characters`);

/** The login form. */
export const loginSchema = z.object({ email: emailSchema, password: givenPasswordSchema });

/** The registration form: all four fields are required. */
export const registrationSchema = (passwordMinLength: number) =>
  z.object({
    email: emailSchema,
    name: nameSchema,
    password: passwordSchema(passwordMinLength),
    photo: imageAddressSchema,
  });

/** The profile form: what the identity provider keeps of a person. */
export const profileSchema = z.object({ displayName: nameSchema, photoURL: imageAddressSchema });

export type Profile = z.infer<typeof profileSchema>;
export type Login = z.infer<typeof loginSchema>;
export type Registration = z.infer<ReturnType<typeof registrationSchema>>;

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

/** A form that asks for an email with a link to a new password. */
export const mailRequestSchema = z.object({ email: emailSchema });

const confirmed = (minLength: number) => ({ newPassword: passwordSchema(minLength), repeated: z.string() });
const areSame = ({ newPassword, repeated }: { newPassword: string; repeated: string }) =>
  newPassword === repeated;
const NOT_THE_SAME = { message: 'The two passwords are not the same', path: ['repeated'] };

/** The form behind that link. */
export const newPasswordSchema = (minLength: number) =>
  z.object(confirmed(minLength)).refine(areSame, NOT_THE_SAME);

/** The form with which a signed-in person changes their password. */
export const passwordChangeSchema = (minLength: number) =>
  z
    .object({
      currentPassword: z
        .string()
        .min(1, 'Current password is required')
        .max(PASSWORD_LENGTH.max, 'This is not your password'),
      ...confirmed(minLength),
    })
    .refine(areSame, NOT_THE_SAME);

export type MailRequest = z.infer<typeof mailRequestSchema>;
export type NewPassword = z.infer<ReturnType<typeof newPasswordSchema>>;
export type PasswordChange = z.infer<ReturnType<typeof passwordChangeSchema>>;

/** The second step of signing in: a code of the authenticator app, or a backup code. */
export const codeSchema = z.object({
  code: z.string().trim().min(1, 'Enter the code').max(20, 'This is no code'),
});

/** What changes how one signs in asks for the password again. */
export const passwordAgainSchema = z.object({ password: givenPasswordSchema });

export type Code = z.infer<typeof codeSchema>;
export type PasswordAgain = z.infer<typeof passwordAgainSchema>;

/** A token as the identity provider makes them: of a session, or of a link in an email. */
const tokenSchema = textSchema(TEXT_LIMITS.token, 'A token');

/**
 * What the identity provider is sent, beside the forms above. Its own rule for a new password's length stands behind
 * these, with an error code of its own.
 */
export const identityBodies = {
  signUp: z.object({
    email: emailSchema,
    name: nameSchema,
    password: givenPasswordSchema,
    image: imageAddressSchema.optional(),
  }),
  signIn: loginSchema,
  requestPasswordReset: mailRequestSchema,
  resetPassword: z.object({ newPassword: givenPasswordSchema, token: tokenSchema }),
  changePassword: z.object({ currentPassword: givenPasswordSchema, newPassword: givenPasswordSchema }),
  updateUser: z
    .object({ name: nameSchema, image: imageAddressSchema })
    .partial()
    .refine(({ name, image }) => name !== undefined || image !== undefined, 'Give a name or an image'),
  revokeSession: z.object({ token: tokenSchema }),
  password: passwordAgainSchema,
  /** A device is never trusted: each sign-in takes a code. */
  code: codeSchema.extend({ trustDevice: z.literal(false, 'Devices are not trusted').optional() }),
} as const;
