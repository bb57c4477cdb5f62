import { appendFileSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { createBucketStore } from '../backup/bucket-store.ts';
import { freePort } from '../free-port.ts';
import { checkRuntime } from './checks/runtime.ts';
import { DoctorSite } from '#tests/support/doctor-site.ts';
import { startBucket } from '#tests/support/bucket.ts';
import { execute } from '#tests/support/postgres.ts';
import { emptyDatabase, migratedDatabase } from '#tests/support/empty-database.ts';
import { listening } from '#tests/support/listening.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startPgBouncer } from '#tests/support/pgbouncer.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { createTestDatabase } from '#tests/support/test-app.ts';
import { usedDataDir } from '#tests/support/used-data-dir.ts';

const HOUR = 60 * 60_000;

let site: DoctorSite;

beforeAll(async () => {
  site = await DoctorSite.start();
});
afterAll(() => site.close());

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  site.reset();
});

const writeBackup = async (hoursAgo: number): Promise<void> => {
  const folder = join(site.dataDir, 'backups');
  const time = new Date(Date.now() - hoursAgo * HOUR);
  const path = join(folder, `classharbor-${time.toISOString().replace(/[:.]/g, '-')}.sql.gz`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, '');
  await utimes(path, time, time);
  cleanUps.push(() => rm(path));
};

/** The database of another site, without data. @returns its URL */
const siteWithMark = async (): Promise<string> => {
  const url = await migratedDatabase();
  await execute(url, 'insert into shop default values');
  return url;
};

describe('npm run doctor', () => {
  it('finds no problems on a healthy site, and names remaining risks', async () => {
    await writeBackup(3);
    const { code, output, problems, warnings } = await site.diagnose();
    expect(problems, output).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/Email .*\nSMTP_URL: /)]);
    expect(output).toContain('The site is healthy');
    expect(code).toBe(0);
  });

  it('names a key that the provider does not accept', () =>
    site.expectOnly(
      /^problem +Card provider +The card provider does not accept the key.*\nSTRIPE_SECRET_KEY: /,
      {
        STRIPE_SECRET_KEY: 'sk_test_wrong',
      },
    ));

  it('names a setting with which the server would not start', () =>
    site.expectOnly(/^problem +Settings +The setting BASE_URL/, { BASE_URL: 'school.example' }));

  it('names a webhook endpoint that is disabled, lacks events, or is missing', async () => {
    site.endpoint = { status: 'disabled', enabled_events: ['*'] };
    await site.expectOnly(/^problem +Webhook +The webhook endpoint is disabled/);
    site.endpoint = { status: 'enabled', enabled_events: ['charge.refunded'] };
    const lacking = /^warning +Webhook +The webhook endpoint does not send payment_intent.succeeded, /;
    expect((await site.diagnose()).warnings).toContainEqual(expect.stringMatching(lacking));
    site.endpoint = undefined;
    const missing =
      /^warning +Webhook +The card provider has no webhook endpoint .*\nSTRIPE_WEBHOOK_SECRET: /;
    expect((await site.diagnose()).warnings).toContainEqual(expect.stringMatching(missing));
  });

  it('warns of a value of the settings file that was cut off at a #', async () => {
    const ENV_FILE = join(site.dataDir, 'settings');
    await writeFile(ENV_FILE, 'METRICS_TOKEN=a-token-that-is-long#enough\n');
    const { code, warnings } = await site.diagnose({ ENV_FILE });
    expect(warnings).toContainEqual(
      expect.stringMatching(/^warning +Settings +The value of METRICS_TOKEN in \S+ ends before a #/),
    );
    expect(code).toBe(0);
  });

  it('names a mail server that refuses the password', async () => {
    const mailServer = createServer((socket) => {
      socket.on('error', () => undefined).write('220 mail.test\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        if (/^EHLO/i.test(text)) socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n');
        else if (/^AUTH/i.test(text)) socket.write('535 5.7.8 Authentication failed\r\n');
        else socket.end('221 Bye\r\n');
      });
    });
    const at = await listening(mailServer);
    cleanUps.push(() => mailServer.close());
    await site.expectOnly(/^problem +Email +.*535.*\nSMTP_URL: Check the user and the password/, {
      SMTP_URL: `smtp://me:wrong@127.0.0.1:${at}`,
    });
  });

  it('names a mail server that cannot be reached', async () =>
    site.expectOnly(/^problem +Email +.*ECONNREFUSED.*\nSMTP_URL: Check the host and the port/, {
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    }));

  it('names a clock that is an hour off', async () => {
    site.providerLag = HOUR;
    await site.expectOnly(
      /^problem +Clock +This clock is 60 minutes ahead of the clock of the card provider/,
    );
  });

  it('names missing migrations, and not each missing table', async () =>
    site.expectOnly(
      /^problem +Database +The database schema does not match this version\nStart the server once: it migrates the database/,
      {},
      await emptyDatabase(),
    ));

  it('names a database that cannot be reached', async () =>
    site.expectOnly(
      /^problem +Database +Cannot use the database/,
      {},
      `postgres://127.0.0.1:${await freePort()}/none`,
    ));

  it('names the sample accounts in the database of a real site', async () => {
    const { problems } = await site.diagnose({}, await createTestDatabase());
    expect(problems).toContainEqual(expect.stringMatching(/^problem +Sample accounts .*\nDATABASE_URL: /));
    const DATA_DIR = await usedDataDir('demo');
    cleanUps.push(() => rm(DATA_DIR, { recursive: true }));
    const embedded = await site.diagnose({ DATA_DIR, DATABASE_URL: '' });
    expect(embedded.problems).toContainEqual(
      expect.stringMatching(/^problem +Sample accounts .*\nDATA_DIR: Use an empty/),
    );
  });

  it('names a backup that is old, and warns if there is none', async () => {
    await writeBackup(90);
    await site.expectOnly(/^problem +Backups +The newest backup is 3 days old/);
    await cleanUps.pop()!();
    expect((await site.diagnose()).warnings).toContainEqual(
      expect.stringMatching(/^warning +Backups +There is no backup/),
    );
    await execute(
      site.databaseUrl,
      `insert into users (email, name, created_at) values ('first@example.test', 'First', now() - interval '49 hours')`,
    );
    expect((await site.diagnose()).problems).toEqual([]);
    await execute(site.databaseUrl, `update users set created_at = now() - interval '52 hours'`);
    cleanUps.push(() => execute(site.databaseUrl, `update users set created_at = now()`));
    await site.expectOnly(/^problem +Backups +There is no backup .*\nRun npm run backup every night/);
  });

  it('names a file storage that belongs to another site', async () => {
    await writeBackup(3);
    await site.expectOnly(
      /^problem +Files +The stored files belong to the site of another database.*\nDATA_DIR: Check DATABASE_URL/,
      {},
      await siteWithMark(),
    );
  });

  it('names a bucket of backups that cannot be used, and backups there that are missing or old', async () => {
    const bucket = await startBucket();
    cleanUps.push(() => bucket.close());
    const settings = {
      BACKUP_S3_ENDPOINT: bucket.settings.endpoint!,
      BACKUP_S3_BUCKET: bucket.settings.bucket,
      BACKUP_S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    };
    await site.expectOnly(
      /^problem +Backups +The bucket missing cannot be used.*\nBACKUP_S3_BUCKET: Create/,
      {
        ...settings,
        BACKUP_S3_BUCKET: 'missing',
      },
    );
    expect((await site.diagnose(settings)).warnings).toContainEqual(
      expect.stringMatching(/^warning +Backups +There is no backup in s3:\/\/files\n/),
    );
    const store = createBucketStore(bucket.settings);
    const name = store.newName();
    await store.write(name, Readable.from(['backup']));
    expect((await site.diagnose(settings)).output).toMatch(/^ok +Backups +The newest backup is 0 hours old/m);
    await bucket.backdate(name, new Date(Date.now() - 90 * HOUR));
    await site.expectOnly(/^problem +Backups +The newest backup is 3 days old/, settings);
  });

  it('names a disk that is full', async (context: TestContext) => {
    const disk = await mountSmallDisk(context, '1m');
    cleanUps.push(disk.remove);
    expect(() => {
      for (;;) appendFileSync(join(disk.folder, 'fill'), Buffer.alloc(64 * 1024));
    }).toThrow('ENOSPC');
    const { problems } = await site.diagnose({ DATA_DIR: disk.folder });
    expect(problems).toEqual([
      expect.stringMatching(/^problem +Disk .* 0 MiB free\nDATA_DIR: Free some space/),
      expect.stringMatching(/^problem +Files .*the disk is full/),
    ]);
  });

  it('names a bucket that is missing, a key that does not open it, and a storage that does not respond', async () => {
    const bucket = await startBucket();
    cleanUps.push(() => bucket.close());
    const { endpoint, bucket: name, accessKeyId, secretAccessKey } = bucket.settings;
    const settings = {
      S3_ENDPOINT: endpoint!,
      S3_BUCKET: name,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    expect((await site.diagnose(settings)).problems).toEqual([]);
    await site.expectOnly(/^problem +Files +The bucket missing cannot be used.*\nS3_BUCKET: Create/, {
      ...settings,
      S3_BUCKET: 'missing',
    });
    await site.expectOnly(/^problem +Files +.*\nS3_SECRET_ACCESS_KEY: /, {
      ...settings,
      S3_SECRET_ACCESS_KEY: 'wrong',
    });
    await bucket.shut();
    await site.expectOnly(/^problem +Files +.*\nS3_ENDPOINT: /, settings);
  });

  it('names a sender at localhost, which mail servers refuse', async () => {
    const mail = await startMailServer();
    cleanUps.push(mail.close);
    const warned = async (from?: string) => {
      const settings = { SMTP_URL: mail.url, ...(from && { MAIL_FROM: from }) };
      return (await site.diagnose(settings)).warnings.filter((one) => one.includes('MAIL_FROM'));
    };
    const local = [
      expect.stringMatching(/^warning +Email +.*accepts our connection, but emails come from .*localhost/),
    ];
    expect(await warned()).toEqual(local);
    expect(await warned('School <school@localhost>')).toEqual(local);
    expect(await warned('School <school@example.test>')).toEqual([]);
  });

  it('names messages of the contact form that are discarded, because nobody receives them', async () => {
    const discarded =
      /^warning +Contact form +Messages are confirmed but discarded.*\nEnter a contact address/;
    const contactWarnings = async (settings: Record<string, string>) =>
      (await site.diagnose(settings)).warnings.filter((one) => one.includes('Contact form'));
    expect(await contactWarnings({ CONTACT_EMAIL: '' })).toEqual([expect.stringMatching(discarded)]);
    expect(await contactWarnings({})).toEqual([]);
  });

  it('names emails that have been waiting too long, and those that failed', async () => {
    const mail = await startMailServer();
    cleanUps.push(mail.close);
    const settings = { SMTP_URL: mail.url };
    const write = (state: string) =>
      execute(
        site.databaseUrl,
        `insert into notifications (kind, subject, data, address, email, listed, created_at)
         values ('notice', '${state}', '{}', 'a@example.test', '${state}', false, now() - interval '1 hour')`,
      );
    cleanUps.push(() =>
      execute(site.databaseUrl, "delete from notifications where address = 'a@example.test'"),
    );
    await write('failed');
    expect((await site.diagnose(settings)).warnings).toContainEqual(
      expect.stringMatching(/^warning +Outbox +One email could not be delivered/),
    );
    await write('queued');
    await execute(
      site.databaseUrl,
      "update notifications set attempts = 9, failure = '452 Mailbox full' where email = 'queued'",
    );
    const retried = await site.diagnose(settings);
    expect(retried.problems).toEqual([]);
    expect(retried.warnings).toContainEqual(
      expect.stringMatching(
        /^warning +Outbox +One email is being retried, for up to 60 minutes: 452 Mailbox full/,
      ),
    );
    await write('waiting');
    await site.expectOnly(/^problem +Outbox +Emails have been waiting for 60 minutes, 2 in total/, settings);
  });

  it('names PgBouncer if it does not keep sessions, and checks nothing that needs the database', async (context: TestContext) => {
    const pooler = await startPgBouncer(site.databaseUrl);
    if (!pooler) return context.skip('PgBouncer is neither installed nor can it be');
    cleanUps.push(pooler.stop);
    const { problems, output } = await site.diagnose({}, pooler.url);
    expect(problems, output).toEqual([
      expect.stringMatching(
        /^problem +Database +.* does not keep sessions\nDATABASE_URL: Set pool_mode = session/,
      ),
    ]);
    expect(output).not.toMatch(/Secret|Contact form|Outbox|Payments/);
  });
});

it.each(['20.20.2', '25.9.0'])('names Node.js %s, which is not supported', (version) => {
  expect(checkRuntime(version)).toMatchObject({
    status: 'problem',
    found: `Version ${version} is not supported`,
  });
});
