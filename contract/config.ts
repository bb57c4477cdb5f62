import { z } from 'zod';
import { defineCall } from './call.ts';
import { UPLOAD_PURPOSES } from './files.ts';

/** The settings that the browser needs. They are public. */
export const configSchema = z
  .object({
    stripePublishableKey: z.string(),
    /** The address of the card sandbox's script. If absent, Stripe.js is loaded from Stripe. */
    stripeScript: z.string().optional(),
    demo: z.boolean(),
    /** Who sees class pages: everyone, or only signed-in users. */
    classPages: z.enum(['members', 'public']),
    /** The provider of third-party sign-in. If absent, third-party sign-in is not offered. */
    thirdPartySignIn: z.enum(['google', 'sandbox']).optional(),
    /** Whether admins must set up two-factor authentication. */
    adminsNeedSecondFactor: z.boolean(),
    /** The minimum length of a new password, in characters. */
    passwordMinLength: z.int(),
    /** The largest upload of each purpose, in bytes. */
    uploadLimits: z.record(z.enum(UPLOAD_PURPOSES), z.int()),
    /** Whether the site can send email, which resetting passwords and confirming and changing addresses require. */
    sendsEmail: z.boolean(),
    /** Whether messages of the contact form are delivered. Otherwise it only confirms them. */
    takesMessages: z.boolean(),
    /** The path of the demo's outbox. Absent outside the demo. */
    outbox: z.string().optional(),
    /** The sample accounts on the login screen, in the demo only. */
    sampleAccounts: z
      .array(z.object({ label: z.string(), email: z.string(), password: z.string() }))
      .optional(),
  })
  .meta({ id: 'Config' });

export type Config = z.infer<typeof configSchema>;

export const getConfig = defineCall({
  method: 'GET',
  path: '/config',
  summary: 'Public settings',
  tag: 'Service',
  authorization: 'none',
  response: configSchema,
});
