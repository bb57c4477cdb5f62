import { z } from 'zod';
import { PASSWORD_LENGTH } from '#contract/auth.ts';
import { DEFAULT_UPLOAD_MEGABYTES } from '#contract/files.ts';
import {
  bearerToken,
  bucketName,
  databaseUrl,
  emailAddress,
  keyPrefix,
  listenAddress,
  mailSender,
  mailServerUrl,
  onOff,
  proxyList,
  siteUrl,
  webUrl,
} from './setting-values.ts';
import { StartError } from '../start-error.ts';

/** The minimum length of a secret, in characters. */
export const SECRET_LENGTH = 32;
const LONGEST_MINIMUM = 64;
/** The maximum of `DRAIN_SECONDS`. */
const LONGEST_DRAIN = 60;
/** The number of emails per second. */
const MAIL_RATE = { default: 10, max: 1_000 };
/** The region of a bucket that has no regions. */
export const DEFAULT_REGION = 'us-east-1';
/** Milliseconds. */
const DELAY = { min: 50, max: 60_000, default: 300 };

/** A whole number of megabytes. */
const megabytes = z.coerce
  .number({ error: 'is not a number' })
  .int('is not a whole number')
  .min(1, 'is below 1');

const settingsSchema = z.object({
  PORT: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(0, 'is not a port')
    .max(65_535, 'is not a port')
    .default(3000),
  HOST: listenAddress.default('localhost'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  STUDENT_QUOTA_MB: megabytes.default(2_048),
  TEACHER_QUOTA_MB: megabytes.default(51_200),
  PICTURE_LIMIT_MB: megabytes.default(DEFAULT_UPLOAD_MEGABYTES.picture),
  DOCUMENT_LIMIT_MB: megabytes.default(DEFAULT_UPLOAD_MEGABYTES.document),
  VIDEO_LIMIT_MB: megabytes.default(DEFAULT_UPLOAD_MEGABYTES.video),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: bucketName.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_PREFIX: keyPrefix.optional(),
  BACKUP_S3_ENDPOINT: webUrl.optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_CHECK: onOff.default(true),
  BASE_URL: siteUrl.optional(),
  SECRET: z.string().min(SECRET_LENGTH, `has fewer than ${SECRET_LENGTH} characters`).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'does not start with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'does not start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'does not start with whsec_').optional(),
  STRIPE_API_BASE: webUrl.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: mailServerUrl.optional(),
  MAIL_FROM: mailSender.optional(),
  CONTACT_EMAIL: emailAddress.optional(),
  MAIL_RATE: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(1, 'is below 1')
    .max(MAIL_RATE.max, `is above ${MAIL_RATE.max}`)
    .default(MAIL_RATE.default),
  PASSWORD_MIN_LENGTH: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(PASSWORD_LENGTH.min, `is below ${PASSWORD_LENGTH.min}`)
    .max(LONGEST_MINIMUM, `is above ${LONGEST_MINIMUM}`)
    .optional(),
  CLASS_PAGES: z.enum(['members', 'public'], { error: 'must be members or public' }).default('members'),
  RATE_LIMITS: onOff.default(true),
  TRUSTED_PROXIES: proxyList.optional(),
  METRICS_TOKEN: bearerToken.optional(),
  DEMO: onOff.optional(),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .min(0, 'is below 0')
    .max(LONGEST_DRAIN, `is above ${LONGEST_DRAIN}`)
    .default(0),
  MAX_EVENT_LOOP_DELAY: z.coerce
    .number({ error: 'is not a number' })
    .int('is not a whole number')
    .max(DELAY.max, `is above ${DELAY.max}`)
    .refine((delay) => delay === 0 || delay >= DELAY.min, `is below ${DELAY.min}, and not 0`)
    .default(DELAY.default),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('warn'),
});

/** The values of all settings, each checked by itself. */
export type Settings = z.infer<typeof settingsSchema>;

/** The names of all settings. */
export const SETTINGS = Object.keys(settingsSchema.shape);

/**
 * Validates each value separately. Surrounding whitespace is ignored, and an empty value counts as absent.
 * @throws StartError that names the invalid setting
 */
export const parseSettings = (variables: NodeJS.ProcessEnv): Settings => {
  const given = SETTINGS.map((name) => [name, variables[name]?.trim()]).filter(([, value]) => value);
  const parsed = settingsSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(`The setting ${issue?.path.join('.')} ${issue?.message}`);
};
