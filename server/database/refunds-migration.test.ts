import { expect, it } from 'vitest';
import { beforeMigration } from '#tests/support/migrations.ts';

/** SQL: a user and a class, as tables have had them since the first version. */
const CLASS_OF_A_TEACHER = `
      insert into users (id, name, email) values ('00000000-0000-4000-8000-000000000001', 'A', 'a@example.test');
      insert into classes (id, teacher_id, image, price, title, experience, category, description)
        values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', '/a.svg', 1950, 'A', 'Beginner', 'Web Development', 'A');`;

it('moves the refund columns of payments into refund rows', async () => {
  await beforeMigration('refunds_of_their_own.sql', async (client, migrate) => {
    await client.query(`
      ${CLASS_OF_A_TEACHER}
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
    await migrate();
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
  });
});

it('leaves nothing to refund if a dispute was lost', async () => {
  await beforeMigration('lost_disputes_leave_no_refund_due.sql', async (client, migrate) => {
    await client.query(`
      ${CLASS_OF_A_TEACHER}
      insert into payments (transaction_id, user_id, class_id, email, amount, currency, disputed_at, dispute_status,
          dispute_amount, refund_failed_at)
        select tx, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'a@example.test', 1950, 'usd',
               case when status is not null then now() end, status, disputed, now()
          from (values ('pi_lost', 'lost', 1950), ('pi_part', 'lost', 500), ('pi_undisputed', null, null), ('pi_won', 'won', 1950))
            as given (tx, status, disputed);`);
    await migrate();
    const { rows } = await client.query<{ id: string }>(
      'select transaction_id as id from payments where refund_failed_at is not null order by id',
    );
    expect(rows.map(({ id }) => id)).toEqual(['pi_part', 'pi_undisputed', 'pi_won']);
  });
});

it('moves the dispute columns of payments into dispute rows', async () => {
  await beforeMigration('disputes_of_their_own.sql', async (client, migrate) => {
    await client.query(`
      ${CLASS_OF_A_TEACHER}
      insert into payments (transaction_id, user_id, class_id, email, amount, currency, disputed_at, dispute_status,
          dispute_amount, dispute_id)
        select tx, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'a@example.test', 1950, 'usd',
               case when status is not null then now() end, status, disputed, dispute
          from (values ('pi_lost', 'lost', 1950, 'du_1'), ('pi_part', 'lost', 500, 'du_2'), ('pi_old', 'lost', null, null),
                       ('pi_undisputed', null, null, null), ('pi_won', 'won', 1950, 'du_3'))
            as given (tx, status, disputed, dispute);`);
    await migrate();
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', p.transaction_id, p.lost_amount, d.id, d.amount, d.status) as line
        from payments p left join disputes d on d.payment_id = p.id order by p.transaction_id`);
    expect(rows.map(({ line }) => line)).toEqual([
      'pi_lost 1950 du_1 1950 lost',
      'pi_old 1950 dispute of pi_old 1950 lost',
      'pi_part 500 du_2 500 lost',
      'pi_undisputed 0',
      'pi_won 0 du_3 1950 won',
    ]);
  });
});

it('marks the payments that could not be delivered', async () => {
  await beforeMigration('undelivered_payments.sql', async (client, migrate) => {
    await client.query(`
      ${CLASS_OF_A_TEACHER}
      with paid as (
        insert into payments (transaction_id, user_id, class_id, email, amount, currency)
          select tx, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'a@example.test', 1950, 'usd'
            from (values ('pi_automatic'), ('pi_admin'), ('pi_kept')) as given (tx)
          returning id, transaction_id)
      insert into refunds (payment_id, amount, status, origin, reason)
        select id, 1950, 'failed', substr(transaction_id, 4), 'A' from paid where transaction_id <> 'pi_kept';`);
    await migrate();
    const { rows } = await client.query<{ id: string }>(
      'select transaction_id as id from payments where undelivered',
    );
    expect(rows.map(({ id }) => id)).toEqual(['pi_automatic']);
  });
});

it('computes what is owed because refunds failed', async () => {
  await beforeMigration('amounts_owed_of_failed_refunds.sql', async (client, migrate) => {
    await client.query(`
      ${CLASS_OF_A_TEACHER}
      insert into payments (transaction_id, user_id, class_id, email, amount, currency, refund_failed_at)
        select tx, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'a@example.test', 1950, 'usd',
               case when flagged then now() end
          from (values ('pi_earlier', false), ('pi_retried', false), ('pi_failed_twice', true), ('pi_settled', false)) as given (tx, flagged);
      insert into refunds (payment_id, provider_id, amount, status, origin, created_at, resolved_at)
        select p.id, tx || place, given.amount, status, 'provider', now() - make_interval(hours => 10 - place),
               case when settled then now() end
          from (values ('pi_earlier', 1, 500, 'failed', false), ('pi_earlier', 2, 1450, 'succeeded', false),
                       ('pi_retried', 1, 500, 'failed', false), ('pi_retried', 2, 500, 'succeeded', false),
                       ('pi_failed_twice', 1, 500, 'failed', false), ('pi_failed_twice', 2, 500, 'failed', false),
                       ('pi_settled', 1, 500, 'failed', true)) as given (tx, place, amount, status, settled)
          join payments p on p.transaction_id = tx;
      insert into accounting_documents (kind, is_live, year, sequence, number, payment_id, refund_id, issued_at, currency,
             gross, tax, tax_rate, title, seller_name, seller_address, seller_tax_number,
             buyer_name, buyer_email, buyer_address, buyer_tax_number)
        select 'cancellation', true, 2026, 1, 'X-2026-0001', payment_id, id, now(), 'usd', 500, 0, 0, 'A', 'S', '', '', 'A', 'a@example.test', '', ''
          from refunds where provider_id = 'pi_earlier1';`);
    await migrate();
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', r.provider_id, r.status, coalesce(r.owed_amount::text, '-'), p.refund_failed_at is not null) as line
        from refunds r join payments p on p.id = r.payment_id order by r.provider_id`);
    expect(rows.map(({ line }) => line)).toEqual([
      'pi_earlier1 failed 500 t',
      'pi_earlier2 succeeded - t',
      'pi_failed_twice1 failed 0 t',
      'pi_failed_twice2 failed 500 t',
      'pi_retried1 failed 0 f',
      'pi_retried2 succeeded - f',
      'pi_settled1 failed - f',
    ]);
  });
});
