import { resolve } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from './project-root.ts';
import { StartError } from './start-error.ts';

const SECRET_LENGTH = 32;

const webAddress = z
  .url({ protocol: /^https?$/, error: 'is not an address that starts with http:// or https://' })
  .transform((address) => address.replace(/\/+$/, ''));
const onOff = z
  .enum(['1', 'true', 'on', '0', 'false', 'off'], { error: 'is neither on nor off' })
  .transform((word) => ['1', 'true', 'on'].includes(word));

const settingsSchema = z.object({
  PORT: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(0, 'is not a port')
    .max(65_535, 'is not a port')
    .default(3000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not an address that starts with postgres://' })
    .optional(),
  BASE_URL: webAddress.optional(),
  SECRET: z.string().min(SECRET_LENGTH, `has fewer than ${SECRET_LENGTH} characters`).optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'does not start with sk_').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'does not start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'does not start with whsec_').optional(),
  STRIPE_API_BASE: webAddress.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an address that starts with smtp://' }).optional(),
  MAIL_FROM: z.string().max(200).optional(),
  RATE_LIMITS: onOff.default(true),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'has fewer than 16 characters').optional(),
  DEMO: onOff.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** The settings of a server, checked. `dataDir` is absolute. */
export interface Environment {
  port: number;
  host: string;
  dataDir: string;
  /** Absent: the server starts a database of its own in `dataDir`. */
  databaseUrl?: string;
  /** Absent: `http://localhost:` and the port that the server got. */
  baseUrl?: string;
  /** Absent in demo only: one is made and kept in `dataDir`. */
  secret?: string;
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase?: string };
  google?: { clientId: string; clientSecret: string };
  /** Absent: in demo mails are shown in an outbox, otherwise what needs a mail is not offered. */
  smtpUrl?: string;
  /** The sender of mails; absent: no-reply at the site's host. */
  mailFrom?: string;
  /** Whether it is counted how often what is limited is asked for. */
  rateLimits: boolean;
  /** Addresses or networks of proxies whose word on a visitor's address is taken. */
  trustedProxies?: string[];
  /** Opens the metrics to others than this machine. */
  metricsToken?: string;
  demo: boolean;
  logLevel: z.infer<typeof settingsSchema>['LOG_LEVEL'];
}

/** Settings that only make sense together: all of them, or none. */
const togetherOrNone = (settings: Record<string, string | undefined>): boolean => {
  const missing = Object.keys(settings).filter((name) => !settings[name]);
  if (missing.length === 0) return true;
  if (missing.length === Object.keys(settings).length) return false;
  throw new StartError(
    `${missing.join(' and ')} must be set as well, or none of ${Object.keys(settings).join(', ')}`,
  );
};

/**
 * Reads the settings (see docs/deploying.md for each).
 * @throws StartError that names the setting that is wrong or missing.
 */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`The setting ${issue?.path.join('.')} ${issue?.message}`);
  }
  const settings = parsed.data;
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings;
  const hasStripe = togetherOrNone({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET });
  const hasGoogle = togetherOrNone({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET });
  const demo = settings.DEMO ?? (!settings.DATABASE_URL && !hasStripe);
  if (!demo && !settings.SECRET) {
    throw new StartError(
      `Set SECRET to a random text of at least ${SECRET_LENGTH} characters (or DEMO=on to try it out)`,
    );
  }
  if (!demo && !hasStripe) {
    throw new StartError(
      'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET (or DEMO=on to try it out)',
    );
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(PROJECT_ROOT, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    baseUrl: settings.BASE_URL,
    secret: settings.SECRET,
    stripe: hasStripe
      ? {
          secretKey: STRIPE_SECRET_KEY!,
          publishableKey: STRIPE_PUBLISHABLE_KEY!,
          webhookSecret: STRIPE_WEBHOOK_SECRET!,
          apiBase: settings.STRIPE_API_BASE,
        }
      : undefined,
    google: hasGoogle ? { clientId: GOOGLE_CLIENT_ID!, clientSecret: GOOGLE_CLIENT_SECRET! } : undefined,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    rateLimits: settings.RATE_LIMITS,
    trustedProxies: settings.TRUSTED_PROXIES,
    metricsToken: settings.METRICS_TOKEN,
    demo,
    logLevel: settings.LOG_LEVEL,
  };
};
