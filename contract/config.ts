import { z } from 'zod';
import { defineCall } from './call.ts';

/** What the browser needs to know of the server's settings. Nothing secret. */
export const configSchema = z
  .object({
    stripePublishableKey: z.string(),
    /** Where the card form's script comes from; absent where it is the provider's own. */
    stripeScript: z.string().optional(),
    demo: z.boolean(),
    currency: z.string(),
    /** Whose accounts the third-party button takes. Absent: there is no such button. */
    thirdPartySignIn: z.enum(['google', 'sandbox']).optional(),
    /** Whether admins must sign in with a second factor. */
    adminsNeedSecondFactor: z.boolean(),
    /** The fewest characters of a new password. */
    passwordMinLength: z.int(),
    /** Whether mails can be sent: passwords reset, addresses confirmed and changed. */
    mail: z.boolean(),
    /** Where the demo shows the mails that it would send. */
    outbox: z.string().optional(),
    /** The sample accounts of the login screen, in demo only. */
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
