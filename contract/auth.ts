import { z } from 'zod';
import { defineCall } from './call.ts';
import { emailSchema, imageUrlSchema, nameSchema, photoSchema, textSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** The length of a password, in characters. A site can require more than `min` (setting PASSWORD_MIN_LENGTH). */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

/** Milliseconds. */
export const ACCESS_TOKEN_LIFETIME = 60 * 60 * 1_000;

/** A new password. Its minimum length is a setting of the site (`PASSWORD_MIN_LENGTH`). */
const passwordSchema = (minLength: number) =>
  z
    .string({ error: 'Password is required' })
    .min(minLength, `Password must be at least ${minLength} characters`)
    .max(PASSWORD_LENGTH.max, `Password must be at most ${PASSWORD_LENGTH.max} characters`);

/** A password to verify. It has no minimum length, because the policy may have been different when it was set. */
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
    photo: imageUrlSchema,
  });

/**
 * The profile form: the fields of the user that the identity provider stores. Unlike the registration, it can be saved
 * without a photo, because third-party accounts may have none.
 */
export const profileSchema = z.object({
  displayName: nameSchema,
  photoURL: photoSchema,
});

export type Profile = z.infer<typeof profileSchema>;
export type Login = z.infer<typeof loginSchema>;
export type Registration = z.infer<ReturnType<typeof registrationSchema>>;

/** Exchanges an active identity session for an access token that is valid for one hour. */
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

/** The form that requests a password reset email. */
export const emailRequestSchema = z.object({ email: emailSchema });

const confirmed = (minLength: number) => ({ newPassword: passwordSchema(minLength), repeated: z.string() });
const areSame = ({ newPassword, repeated }: { newPassword: string; repeated: string }) =>
  newPassword === repeated;
const NOT_THE_SAME = { error: 'Passwords do not match', path: ['repeated'] };

/** The form that a password reset link opens. */
export const newPasswordSchema = (minLength: number) =>
  z.object(confirmed(minLength)).refine(areSame, NOT_THE_SAME);

/** The form with which a signed-in user changes their password. */
export const passwordChangeSchema = (minLength: number) =>
  z
    .object({
      currentPassword: z
        .string()
        .min(1, 'Current password is required')
        .max(PASSWORD_LENGTH.max, 'Incorrect password'),
      ...confirmed(minLength),
    })
    .refine(areSame, NOT_THE_SAME);

export type EmailRequest = z.infer<typeof emailRequestSchema>;
export type NewPassword = z.infer<ReturnType<typeof newPasswordSchema>>;
export type PasswordChange = z.infer<ReturnType<typeof passwordChangeSchema>>;

/** The second step of signing in: a code from the authenticator app, or a backup code. */
export const codeSchema = z.object({
  code: z.string().trim().min(1, 'Enter the code').max(20, 'Invalid code'),
});

/** Forms that change how a user signs in ask for the password again. */
export const passwordAgainSchema = z.object({ password: givenPasswordSchema });

export type Code = z.infer<typeof codeSchema>;
export type PasswordAgain = z.infer<typeof passwordAgainSchema>;

/** A token issued by the identity provider: of a session, or of a link in an email. */
const tokenSchema = textSchema(TEXT_LIMITS.token, 'Token');

/**
 * The request bodies that the identity provider accepts. The minimum length of a new password is checked separately
 * (`checkNewPassword`), because it is a setting and has its own error code.
 */
export const identityBodies = {
  signUp: z.object({
    email: emailSchema,
    name: nameSchema,
    password: givenPasswordSchema,
    image: imageUrlSchema.optional(),
  }),
  signIn: loginSchema,
  requestPasswordReset: emailRequestSchema,
  resetPassword: z.object({ newPassword: givenPasswordSchema, token: tokenSchema }),
  changePassword: z.object({ currentPassword: givenPasswordSchema, newPassword: givenPasswordSchema }),
  /** `email` is that of the user whom the client takes for signed in. If it is another user, nothing is changed (409). */
  updateUser: z
    .object({ name: nameSchema, image: photoSchema, email: emailSchema })
    .partial()
    .refine(({ name, image }) => name !== undefined || image !== undefined, 'Provide a name or an image'),
  revokeSession: z.object({ token: tokenSchema }),
  password: passwordAgainSchema,
  /** Devices are never trusted: each sign-in requires a code. */
  code: codeSchema.extend({ trustDevice: z.literal(false, 'Trusted devices are not supported').optional() }),
} as const;
