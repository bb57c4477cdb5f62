import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLASS_STATUSES } from '#contract/review.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let classId: string;
let enrolled: string;
let outsider: string;

beforeAll(async () => {
  app = await startTestApp();
  const { rows } = await app.pool.query<{ class_id: string; user_id: string }>(
    'select class_id, user_id from enrollments limit 1',
  );
  [classId, enrolled] = [rows[0]!.class_id, rows[0]!.user_id];
  const others = await app.pool.query<{ id: string }>(
    'select id from users where id not in (select user_id from enrollments where class_id = $1) limit 1',
    [classId],
  );
  outsider = others.rows[0]!.id;
});
afterAll(() => app.close());

const violate = (sql: string, values: unknown[] = []) => expect(app.pool.query(sql, values)).rejects;

describe('the schema rejects invalid states', () => {
  it('records a transaction once', async () => {
    await violate(
      `insert into payments (transaction_id, user_id, class_id, email, amount, currency)
       select transaction_id, user_id, class_id, email, amount, currency from payments limit 1`,
    ).toMatchObject({ constraint: 'payments_transaction_id_unique' });
  });

  it('allows one enrollment per user and class', async () => {
    await violate('insert into enrollments (user_id, class_id, price) values ($1, $2, 0)', [
      enrolled,
      classId,
    ]).toMatchObject({
      constraint: 'enrollments_once_per_user',
    });
  });

  it('allows no enrollment in a paid class without a payment', async () => {
    await violate('insert into enrollments (user_id, class_id, price) values ($1, $2, 100)', [
      outsider,
      classId,
    ]).toMatchObject({
      constraint: 'enrollments_paid_unless_free',
    });
  });

  it.each([
    ['update classes set price = -1', 'classes_price_in_range'],
    ['update classes set price = 100000000', 'classes_price_in_range'],
    ['update classes set enroll = -1', 'classes_enroll_not_negative'],
    [`update classes set status = 'approved' where status = 'approve'`, 'classes_status_known'],
    [`update classes set status = 'Pending' where status = 'approve'`, 'classes_decided_when_not_pending'],
    [`update users set role = 'owner'`, 'users_role_known'],
    [`update users set email = upper(email)`, 'users_email_in_lower_case'],
    ['update feedback set rating = 6', 'feedback_rating_in_range'],
    ['update feedback set rating = 0', 'feedback_rating_in_range'],
    ['update payments set amount = 0', 'payments_amount_positive'],
    ['update payments set refunded_amount = amount + 1, refunded_at = now()', 'payments_refund_in_range'],
    ['update assignments set marks = 0', 'assignments_marks_in_range'],
  ])('refuses: %s', async (sql, constraint) => {
    await violate(sql).toMatchObject({ constraint });
  });

  it('allows one open teacher request per user', async () => {
    await violate(
      `insert into teacher_requests (user_id, name, title, image, experience, category)
       select user_id, name, title, image, experience, category from teacher_requests where status = 'Pending' limit 1`,
    ).toMatchObject({ constraint: 'teacher_requests_one_open' });
  });

  it('allows one open payment intent per user and class', async () => {
    const insert = `insert into payment_intents (user_id, class_id, amount, currency) values ($1, $2, 100, 'usd')`;
    await app.pool.query(insert, [outsider, classId]);
    await violate(insert, [outsider, classId]).toMatchObject({ constraint: 'payment_intents_one_open' });
  });

  it('has seeded counts that equal the enrollments', async () => {
    const { rows } = await app.pool.query(
      'select 1 from classes c where enroll <> (select count(*) from enrollments e where e.class_id = c.id)',
    );
    expect(rows).toEqual([]);
  });
});

describe('the demo data', () => {
  it('has at least 30 classes in six categories by six teachers, in every status, with feedback', async () => {
    const count = async (sql: string) =>
      Number((await app.pool.query<{ count: string }>(sql)).rows[0]!.count);
    expect(await count('select count(*) from classes')).toBeGreaterThanOrEqual(30);
    expect(await count('select count(distinct category) from classes')).toBe(6);
    expect(await count('select count(distinct teacher_id) from classes')).toBeGreaterThanOrEqual(6);
    expect(await count('select count(distinct status) from classes')).toBe(CLASS_STATUSES.length);
    expect(await count('select count(distinct rating) from feedback')).toBeGreaterThanOrEqual(4);
    const withoutImage = `select count(*) from classes where image not like '/pictures/%' and status <> 'Draft'`;
    expect(await count(withoutImage)).toBe(0);
    expect(
      await count(
        'select count(*) from feedback f where not exists (select 1 from enrollments e where e.user_id = f.user_id and e.class_id = f.class_id)',
      ),
    ).toBe(0);
  });
});
