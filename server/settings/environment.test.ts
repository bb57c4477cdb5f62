import { describe, expect, it } from 'vitest';
import { readDatabaseSettings, readEnvironment } from './environment.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const real = { ...stripe, SECRET: 'x'.repeat(32), BASE_URL: 'https://classes.example.com' };

describe('the demo', () => {
  it.each([
    {},
    { PORT: '4000', DATA_DIR: 'trial-data', LOG_LEVEL: 'info', RATE_LIMITS: 'off' },
    { HOST: '127.0.0.1' },
    { HOST: '::1' },
    { HOST: '[::1]' },
    { BASE_URL: 'http://localhost:4000' },
    { SECRET: '', BASE_URL: ' ' },
  ])('runs if no setting indicates a real site: %o', (variables) => {
    expect(readEnvironment(variables).demo).toBe(true);
  });

  it.each([
    { SECRET: 'x'.repeat(32) },
    { BASE_URL: 'https://classes.example.com' },
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.1' },
    { SMTP_URL: 'smtp://mail.example.com' },
    { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
    { DATABASE_URL: 'postgres://localhost/x' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    { METRICS_TOKEN: 'x'.repeat(16) },
  ])('needs DEMO=on if a setting indicates a real site: %o', (variables) => {
    expect(() => readEnvironment(variables)).toThrow(Object.keys(variables)[0]);
    expect(() => readEnvironment(variables)).toThrow('or DEMO=on');
    expect(readEnvironment({ ...variables, DEMO: 'on' }).demo).toBe(true);
  });

  it('does not run with the keys of a card provider', () => {
    expect(readEnvironment(real).demo).toBe(false);
    expect(readEnvironment({ ...real, DATABASE_URL: 'postgres://localhost/x' }).demo).toBe(false);
  });

  it.each(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'])('rejects a live key in %s', (name) => {
    const live = { ...real, [name]: `${name === 'STRIPE_SECRET_KEY' ? 'sk' : 'pk'}_live_1` };
    expect(() => readEnvironment({ ...live, DEMO: 'on' })).toThrow(`${name} is a live key`);
    expect(() => readEnvironment(live)).toThrow('use keys of the same mode');
    const both = { ...real, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(readEnvironment(both).demo).toBe(false);
    expect(() => readEnvironment({ ...live, BASE_URL: 'http://classes.example.com' })).toThrow(
      'BASE_URL must start with https://',
    );
  });
});

describe('a restricted key', () => {
  it.each(['rk_test_1', 'sk_test_1'])('is a secret key of the test mode: %s', (STRIPE_SECRET_KEY) => {
    expect(readEnvironment({ ...real, STRIPE_SECRET_KEY }).stripe?.secretKey).toBe(STRIPE_SECRET_KEY);
    expect(() =>
      readEnvironment({ ...real, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }),
    ).toThrow('STRIPE_SECRET_KEY is a test key and STRIPE_PUBLISHABLE_KEY is a live key');
  });

  it.each(['rk_live_1', 'sk_live_1'])('is a secret key of the live mode: %s', (STRIPE_SECRET_KEY) => {
    const live = { ...real, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(readEnvironment(live).stripe?.secretKey).toBe(STRIPE_SECRET_KEY);
    expect(() => readEnvironment({ ...live, DEMO: 'on' })).toThrow('STRIPE_SECRET_KEY is a live key');
    expect(() => readEnvironment({ ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toThrow(
      'STRIPE_SECRET_KEY is a live key and STRIPE_PUBLISHABLE_KEY is a test key',
    );
  });

  it.each(['pk_test_1', 'rk', 'whsec_1', 'xrk_test_1'])('is not any other key: %s', (STRIPE_SECRET_KEY) => {
    expect(() => readEnvironment({ ...real, STRIPE_SECRET_KEY })).toThrow('does not start with sk_ or rk_');
  });
});

describe('settings', () => {
  it('default to port 3000 on localhost', () => {
    expect(readEnvironment({})).toMatchObject({ port: 3000, host: 'localhost', logLevel: 'warn' });
  });

  it('accept a delay of the event loop of 0, at which no request is refused', () => {
    expect(readEnvironment({ MAX_EVENT_LOOP_DELAY: '0' })).toMatchObject({ maxEventLoopDelay: 0 });
  });

  const password = 'percent-encode special characters';
  const demo = { DEMO: 'on' };
  const files = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    ...demo,
  };
  it.each([
    [{ PORT: 'abc' }, 'PORT is not a number'],
    [{ PORT: '70000' }, 'PORT is not a port'],
    [{ PORT: '3.5' }, 'PORT is not a whole number'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL is not an address that starts with postgres://'],
    [{ DATABASE_URL: 'localhost:5432/x' }, 'DATABASE_URL is not an address that starts with postgres://'],
    [{ DATABASE_URL: 'postgres://localhost:port/x' }, 'DATABASE_URL is not a valid address'],
    [{ DATABASE_URL: 'postgres://me:pass/word@db/x' }, `DATABASE_URL is not a valid address: ${password}`],
    [{ DATABASE_URL: 'postgres://me:123/456@db/x' }, `DATABASE_URL is not a valid address: ${password}`],
    [{ DATABASE_URL: 'postgres://me:pa#ss@db/x' }, `DATABASE_URL is not a valid address: ${password}`],
    [{ DATABASE_URL: 'postgres://me:12?34@db/x' }, `DATABASE_URL is not a valid address: ${password}`],
    [{ DATABASE_URL: 'postgres://me:%ff@db/x' }, `DATABASE_URL is not a valid address: ${password}`],
    [{ DATABASE_URL: 'postgres://db/x?sslrootcert=/absent.pem' }, 'DATABASE_URL cannot be used: ENOENT'],
    [{ BASE_URL: 'classes.example.com' }, 'BASE_URL is not an address that starts with http://'],
    [{ BASE_URL: 'ftp://classes.example.com' }, 'BASE_URL is not an address that starts with http://'],
    [{ BASE_URL: 'https://example.com/classes' }, 'BASE_URL must be only a scheme and a host'],
    [{ BASE_URL: 'https://example.com?x' }, 'BASE_URL must be only a scheme and a host'],
    [{ BASE_URL: 'https://me:word@example.com' }, 'BASE_URL must be only a scheme and a host'],
    [{ DEMO: 'perhaps' }, 'DEMO must be on or off'],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS must be on or off'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ MAX_EVENT_LOOP_DELAY: '49' }, 'MAX_EVENT_LOOP_DELAY is below 50, and not 0'],
    [{ PASSWORD_MIN_LENGTH: '5' }, 'PASSWORD_MIN_LENGTH is below 6'],
    [{ PASSWORD_MIN_LENGTH: '65' }, 'PASSWORD_MIN_LENGTH is above 64'],
    [{ PASSWORD_MIN_LENGTH: 'many' }, 'PASSWORD_MIN_LENGTH is not a number'],
    [{ SECRET: 'short' }, 'SECRET has fewer than 32 characters'],
    [{ ...real, STRIPE_WEBHOOK_SECRET: 'nonsense' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ GOOGLE_CLIENT_ID: 'only this' }, 'GOOGLE_CLIENT_SECRET must be set as well'],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set as well',
    ],
    [{ TRUSTED_PROXIES: 'caddy' }, 'TRUSTED_PROXIES caddy is neither an IP address nor a network'],
    [{ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/33' }, 'TRUSTED_PROXIES 10.0.0.0/33 is neither'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES 0.0.0.0/0 is neither'],
    [{ TRUSTED_PROXIES: '127.0.0.1:8080' }, 'TRUSTED_PROXIES 127.0.0.1:8080 is neither'],
    [{ TRUSTED_PROXIES: ',' }, 'TRUSTED_PROXIES is neither'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL is not an address that starts with smtp://'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL has no host'],
    [{ SMTP_URL: 'smtp://me:pa/ss@mail.example.com' }, `SMTP_URL is not a valid address: ${password}`],
    [{ SMTP_URL: 'smtp://me:50%@mail.example.com' }, `SMTP_URL is not a valid address: ${password}`],
    [{ MAIL_FROM: 'The School' }, 'MAIL_FROM is not a sender'],
    [{ MAIL_FROM: 'School <a@example.com>\nBcc: b@example.com' }, 'MAIL_FROM is not a sender'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN has fewer than 16 characters'],
    [{ METRICS_TOKEN: 'a token with spaces in it' }, 'METRICS_TOKEN has spaces'],
    [{ ...demo, S3_BUCKET: 'files' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set as well'],
    [{ ...demo, BACKUP_S3_PREFIX: 'a' }, 'BACKUP_S3_PREFIX is set without BACKUP_S3_BUCKET'],
    [
      { ...demo, BACKUP_S3_SECRET_ACCESS_KEY: 'x' },
      'BACKUP_S3_SECRET_ACCESS_KEY is set without BACKUP_S3_BUCKET',
    ],
    [{ ...demo, BACKUP_S3_BUCKET: 'backups' }, 'there is no S3_BUCKET whose key could be used'],
    [{ ...files, S3_BUCKET: 's3://files' }, 'S3_BUCKET is not the name of a bucket'],
    [{ ...demo, S3_REGION: 'eu-north-1' }, 'S3_REGION is set without S3_BUCKET'],
    [{ BACKUP_S3_BUCKET: 's3://backups' }, 'BACKUP_S3_BUCKET is not the name of a bucket'],
    [
      { ...files, BACKUP_S3_BUCKET: 'backups', BACKUP_S3_ACCESS_KEY_ID: 'x' },
      'BACKUP_S3_SECRET_ACCESS_KEY must be set as well',
    ],
    [
      { ...files, BACKUP_S3_BUCKET: 'backups', BACKUP_S3_ENDPOINT: 'https://s3.example.net' },
      'BACKUP_S3_ENDPOINT is set without its keys',
    ],
    [{ ...files, BACKUP_S3_BUCKET: 'files' }, 'BACKUP_S3_BUCKET must be another bucket than S3_BUCKET'],
    [{ ...files, BACKUP_S3_BUCKET: 'b', BACKUP_S3_PREFIX: 'a/../b' }, 'BACKUP_S3_PREFIX is not a path'],
    [{ ...files, BACKUP_S3_BUCKET: 'b', BACKUP_S3_PREFIX: '/' }, 'BACKUP_S3_PREFIX is not a path'],
    [{ ...files, BACKUP_S3_BUCKET: 'b', BACKUP_S3_PREFIX: 'a/files' }, 'BACKUP_S3_PREFIX must not contain'],
  ])('that are invalid are named in one line: %o', (variables, message) => {
    expect(() => readEnvironment(variables)).toThrow(message);
    expect(() => readEnvironment(variables)).not.toThrow('\n');
  });

  it('of backups are those of the files, or of an account of their own', () => {
    const account = { endpoint: 'https://s3.example.com', accessKeyId: 'id', secretAccessKey: 'secret' };
    const backups = { ...files, BACKUP_S3_BUCKET: 'backups', BACKUP_S3_PREFIX: '/sites/school/' };
    expect(readDatabaseSettings(backups).backupBucket).toMatchObject({
      ...account,
      bucket: 'backups',
      prefix: 'sites/school/',
      region: 'eu-central-1',
    });
    expect(readDatabaseSettings({ ...backups, BACKUP_S3_REGION: 'eu-west-1' }).backupBucket).toMatchObject({
      ...account,
      region: 'eu-west-1',
    });
    const own = { BACKUP_S3_ACCESS_KEY_ID: 'other', BACKUP_S3_SECRET_ACCESS_KEY: 'other secret' };
    expect(
      readDatabaseSettings({ ...backups, BACKUP_S3_BUCKET: 'files', ...own }).backupBucket,
    ).toMatchObject({
      endpoint: undefined,
      region: 'us-east-1',
      accessKeyId: 'other',
    });
  });

  it('require passwords of eight characters on a real site, six in the demo, or the configured number', () => {
    expect(readEnvironment({}).passwordMinLength).toBe(6);
    expect(readEnvironment(real).passwordMinLength).toBe(8);
    expect(readEnvironment({ ...real, PASSWORD_MIN_LENGTH: '12' }).passwordMinLength).toBe(12);
  });

  it('that a real site requires are all named if they are missing', () => {
    expect(() => readEnvironment({ DEMO: 'off' })).toThrow(
      /^Set SECRET .*, and BASE_URL .*, and STRIPE_SECRET_KEY, .* or DEMO=on for a demo$/,
    );
    for (const name of ['SECRET', 'BASE_URL'])
      expect(() => readEnvironment({ ...real, [name]: '' })).toThrow(`Set ${name} to`);
  });

  it('may be empty or surrounded by whitespace', () => {
    expect(readEnvironment({ PORT: ' 4000\r', SECRET: '', BASE_URL: '\r' })).toMatchObject({
      port: 4000,
      secret: undefined,
      baseUrl: undefined,
    });
  });

  it('accept every common notation', () => {
    const environment = readEnvironment({
      ...real,
      BASE_URL: 'https://Classes.Example.com:443/',
      HOST: '[::1]',
      DATABASE_URL: 'postgresql://me:p%2Fss@/x?host=/var/run/postgresql',
      TRUSTED_PROXIES: '127.0.0.1, ::1, 172.16.0.0/12, fd00::/8, loopback,',
      MAIL_FROM: 'School <school@example.com>',
    });
    expect(environment).toMatchObject({
      baseUrl: 'https://classes.example.com',
      host: '::1',
      trustedProxies: ['127.0.0.1', '::1', '172.16.0.0/12', 'fd00::/8', 'loopback'],
    });
    expect(readEnvironment({ ...real, MAIL_FROM: 'school@example.com' }).mailFrom).toBe('school@example.com');
  });
});
