import { resolve } from 'node:path';
import { PASSWORD_LENGTH } from '#contract/auth.ts';
import { CAPTIONS_BYTES, type UploadLimits } from '#contract/files.ts';
import { backupBucketSettings, fileBucketSettings, togetherOrNone } from './bucket-settings.ts';
import type { BucketSettings } from '../files/bucket-error.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { isLoopback } from './setting-values.ts';
import { parseSettings, SECRET_LENGTH, SETTINGS, type Settings } from './settings.ts';
import { StartError } from '../start-error.ts';
import { isLiveKey } from '../stripe/is-live-key.ts';

/**
 * The default minimum length of a password: that of OWASP ASVS 5.0 (6.2.1) on a real site, the lowest possible in the
 * demo.
 */
const PASSWORD_MIN_LENGTH = { site: 8, demo: PASSWORD_LENGTH.min };
const MEGABYTE = 1024 * 1024;

/** The location of the data. */
export interface DatabaseSettings {
  /** Absolute. */
  dataDir: string;
  /** Absent: the server runs an embedded database in `dataDir`. */
  databaseUrl?: string;
  /** Absent: files are in `dataDir`. */
  bucket?: BucketSettings;
  /** Absent: backups are in `dataDir`. */
  backupBucket?: BucketSettings;
}

/** The validated settings of a server. */
export interface Environment extends DatabaseSettings {
  port: number;
  host: string;
  /** The public URL of the site. Absent in the demo only: the address that the server listens on. */
  baseUrl?: string;
  /** Absent in the demo only: a secret is generated and stored in `dataDir`. */
  secret?: string;
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase?: string };
  google?: { clientId: string; clientSecret: string };
  /** Absent: the demo shows emails in an outbox; a real site does not offer features that send email. */
  smtpUrl?: string;
  /** The sender of emails. Absent: no-reply at the site's host. */
  mailFrom?: string;
  /** The address that receives the messages of the contact form. Absent: the one of the site settings, if they have one. */
  contactEmail?: string;
  /** The maximum number of emails that each server sends per second. */
  mailRate: number;
  /** The minimum length of a new password, in characters. */
  passwordMinLength: number;
  /** The quota of a user's pictures, private files and unfinished uploads together, in bytes, by role. */
  quotas: { student: number; teacher: number };
  /** The largest upload of each purpose, in bytes. */
  uploadLimits: UploadLimits;
  /** Who sees class pages: everyone, or only signed-in users. */
  classPages: Settings['CLASS_PAGES'];
  /** Whether rate limits are enforced. */
  rateLimits: boolean;
  /** Whether missing backups are reported. */
  backupCheck: boolean;
  /** Addresses or networks of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies?: string[];
  /** The bearer token that opens the metrics. */
  metricsToken?: string;
  /** How long the server keeps serving after SIGTERM, in seconds, so that proxies can notice the shutdown. */
  drainSeconds: number;
  /** How long work may wait for the event loop, in milliseconds, before the server refuses new requests. */
  maxEventLoopDelay: number;
  demo: boolean;
  logLevel: Settings['LOG_LEVEL'];
}

const modeOf = (key: string): 'live' | 'test' => (isLiveKey(key) ? 'live' : 'test');

/** @throws StartError if one key is live and the other is not */
const requireOneMode = (secretKey: string, publishableKey: string): void => {
  const [secret, publishable] = [modeOf(secretKey), modeOf(publishableKey)];
  if (secret === publishable) return;
  throw new StartError(
    `STRIPE_SECRET_KEY is a ${secret} key and STRIPE_PUBLISHABLE_KEY is a ${publishable} key: use keys of the same mode`,
  );
};

/** The settings of a trial on a developer's machine. Any other setting indicates a real site. */
const TRIAL_SETTINGS = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'BASE_URL',
  'CLASS_PAGES',
  'RATE_LIMITS',
  'MAX_EVENT_LOOP_DELAY',
  'LOG_LEVEL',
  'DEMO',
];

/** The names of the given settings that indicate a real site. */
const signsOfARealSite = (settings: Settings, variables: NodeJS.ProcessEnv): string[] => [
  ...SETTINGS.filter((name) => !TRIAL_SETTINGS.includes(name) && variables[name]?.trim()),
  ...(isLoopback(settings.HOST) ? [] : ['HOST']),
  ...(settings.BASE_URL && !isLoopback(new URL(settings.BASE_URL).hostname) ? ['BASE_URL'] : []),
];

const STRIPE_KEYS = 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET';

/**
 * Whether to run the demo, whose passwords are public: only if `DEMO` says so, or if no setting indicates a real site.
 * @throws StartError if the settings are those of a real site without a card provider
 */
const decideDemo = (settings: Settings, variables: NodeJS.ProcessEnv, hasStripe: boolean): boolean => {
  if (settings.DEMO !== undefined) return settings.DEMO;
  if (hasStripe) return false;
  const signs = signsOfARealSite(settings, variables);
  if (signs.length === 0) return true;
  throw new StartError(
    `This looks like a real site (${signs.join(', ')}) without a card provider: set ${STRIPE_KEYS}, or DEMO=on for a demo, whose passwords are public`,
  );
};

const requireRealSite = (settings: Settings, hasStripe: boolean): void => {
  const missing = [
    ...(settings.SECRET ? [] : [`SECRET to at least ${SECRET_LENGTH} random characters`]),
    ...(settings.BASE_URL ? [] : ['BASE_URL to the address at which browsers reach the site']),
    ...(hasStripe ? [] : [`${STRIPE_KEYS} to the keys of the card provider`]),
  ];
  if (missing.length > 0) throw new StartError(`Set ${missing.join(', and ')}, or DEMO=on for a demo`);
};

const refuseLiveKeys = (settings: Settings, demo: boolean): void => {
  const live = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const).find((name) =>
    isLiveKey(settings[name] ?? ''),
  );
  if (!live) return;
  if (demo)
    throw new StartError(
      `${live} is a live key, and a demo has public passwords: unset DEMO, or use test keys`,
    );
  const { protocol, hostname } = new URL(settings.BASE_URL!);
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new StartError(`BASE_URL must start with https:// if ${live} is a live key`);
};

const databaseSettings = (settings: Settings): DatabaseSettings => {
  const bucket = fileBucketSettings(settings);
  return {
    dataDir: resolve(PROJECT_ROOT, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    bucket,
    backupBucket: backupBucketSettings(settings, bucket),
  };
};

/**
 * Reads the settings of the database, of files and of backups, for commands that need no others.
 * @throws StartError that names the invalid setting
 */
export const readDatabaseSettings = (variables: NodeJS.ProcessEnv): DatabaseSettings =>
  databaseSettings(parseSettings(variables));

/**
 * Reads all settings, which docs/deploying.md describes.
 * @throws StartError that names the invalid or missing setting
 */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment => {
  const settings = parseSettings(variables);
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = settings;
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings;
  const hasStripe = togetherOrNone({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET });
  const hasGoogle = togetherOrNone({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET });
  const demo = decideDemo(settings, variables, hasStripe);
  if (!demo) requireRealSite(settings, hasStripe);
  refuseLiveKeys(settings, demo);
  if (hasStripe) requireOneMode(STRIPE_SECRET_KEY!, STRIPE_PUBLISHABLE_KEY!);
  return {
    ...databaseSettings(settings),
    port: settings.PORT,
    host: settings.HOST,
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
    contactEmail: settings.CONTACT_EMAIL,
    mailRate: settings.MAIL_RATE,
    passwordMinLength: settings.PASSWORD_MIN_LENGTH ?? PASSWORD_MIN_LENGTH[demo ? 'demo' : 'site'],
    quotas: {
      student: settings.STUDENT_QUOTA_MB * MEGABYTE,
      teacher: settings.TEACHER_QUOTA_MB * MEGABYTE,
    },
    uploadLimits: {
      picture: settings.PICTURE_LIMIT_MB * MEGABYTE,
      document: settings.DOCUMENT_LIMIT_MB * MEGABYTE,
      video: settings.VIDEO_LIMIT_MB * MEGABYTE,
      captions: CAPTIONS_BYTES,
    },
    classPages: settings.CLASS_PAGES,
    rateLimits: settings.RATE_LIMITS,
    backupCheck: settings.BACKUP_CHECK,
    trustedProxies: settings.TRUSTED_PROXIES,
    metricsToken: settings.METRICS_TOKEN,
    drainSeconds: settings.DRAIN_SECONDS,
    maxEventLoopDelay: settings.MAX_EVENT_LOOP_DELAY,
    demo,
    logLevel: settings.LOG_LEVEL,
  };
};
