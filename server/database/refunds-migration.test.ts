import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { execute, withDatabase } from '#tests/support/database.ts';

const FOLDER = join(PROJECT_ROOT, 'server/database/migrations');

const MIGRATION = 'refunds_of_their_own.sql';

/** The migrations before this one, in order, and this one. */
const listMigrations = async () => {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const place = files.findIndex((name) => name.endsWith(MIGRATION));
  return { before: files.slice(0, place), itself: files[place]! };
};

const apply = async (client: Client, names: string[]) => {
  for (const name of names) {
    await client.query(
      (await readFile(join(FOLDER, name), 'utf8')).replaceAll('--> statement-breakpoint', ''),
    );
  }
};

it('moves the refund columns of payments into refund rows', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(inject('postgresUrl'), `create database ${name}`);
  const client = new Client({ connectionString: withDatabase(inject('postgresUrl'), name) });
  await client.connect();
  const { before, itself } = await listMigrations();
  try {
    await apply(client, before);
    await client.query(`
      insert into users (id, name, email) values ('00000000-0000-4000-8000-000000000001', 'A', 'a@example.test');
      insert into classes (id, teacher_id, image, price, title, experience, category, description)
        values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', '/a.svg', 1950, 'A', 'Beginner', 'Web Development', 'A');
      insert into payments (transaction_id, user_id, class_id, email, amount, currency,
          refunded_amount, refunded_at, refund_requested_at, refund_requested_by, refund_failed_at, refund_reason)
        select tx, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'a@example.test', 1950, 'usd',
               refunded, case when refunded > 0 then now() end, requested, by_admin, failed, case when requested is not null then 'Asked for' end
          from (values
            ('pi_kept', 0, null::timestamptz, null::uuid, null::timestamptz),
            ('pi_refunded', 1950, now(), '00000000-0000-4000-8000-000000000001'::uuid, null),
            ('pi_undeliverable', 0, now(), null, null),
            ('pi_part_there', 500, null, null, null),
            ('pi_part_and_requested', 500, now(), '00000000-0000-4000-8000-000000000001', null),
            ('pi_failed', 0, now(), '00000000-0000-4000-8000-000000000001', now()),
            ('pi_failed_there', 0, null, null, now())
          ) as given (tx, refunded, requested, by_admin, failed);`);
    await apply(client, [itself]);
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', p.transaction_id, r.amount, r.status, r.origin, r.reason, p.refunded_amount, p.refunding_amount) as line
        from payments p left join refunds r on r.payment_id = p.id order by p.transaction_id, r.created_at, r.amount`);
    expect(rows.map(({ line }) => line)).toEqual([
      'pi_failed 1950 failed admin Asked for 0 0',
      'pi_failed_there 1950 failed provider 0 0',
      'pi_kept 0 0',
      'pi_part_and_requested 500 succeeded provider Asked for 500 1450',
      'pi_part_and_requested 1450 requested admin Asked for 500 1450',
      'pi_part_there 500 succeeded provider 500 0',
      'pi_refunded 1950 succeeded admin Asked for 1950 0',
      'pi_undeliverable 1950 requested automatic Asked for 0 1950',
    ]);
  } finally {
    await client.end();
  }
});
