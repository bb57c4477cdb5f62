import { expect, it } from 'vitest';
import { beforeMigration } from '#tests/support/migrations.ts';

it('erases users who were deleted before, and keeps the names that the books need', async () => {
  await beforeMigration('erase_users_deleted_before.sql', async (client, migrate) => {
    await client.query(`
      create function pg_temp.id(number int) returns uuid language sql as
        $$ select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid $$;
      insert into users (id, name, email, photo, deleted_at) values
        (pg_temp.id(1), 'Gone', 'gone@example.test', '/gone.svg', now()),
        (pg_temp.id(2), 'Gone Buyer', 'buyer@example.test', '/buyer.svg', now()),
        (pg_temp.id(3), 'Gone Seller', 'seller@example.test', '/seller.svg', now()),
        (pg_temp.id(4), 'Gone Teacher', 'teacher@example.test', '/teacher.svg', now()),
        (pg_temp.id(5), 'Here', 'here@example.test', '/here.svg', null),
        (pg_temp.id(6), 'Here Too', 'gone@example.test', '', null);
      insert into classes (id, teacher_id, image, price, title, experience, category, description)
        select pg_temp.id(number + 10), pg_temp.id(number), '/a.svg', 1950, 'A', 'Beginner', 'Web Development', 'A'
          from (values (3), (4)) as teachers (number);
      insert into payments (transaction_id, user_id, class_id, email, amount, currency)
        values ('pi_1', pg_temp.id(2), pg_temp.id(13), 'buyer@example.test', 1950, 'usd');
      insert into teacher_requests (id, user_id, name, title, image, experience, category)
        values (pg_temp.id(25), pg_temp.id(5), 'Here', 'A', '/a.svg', 'Beginner', 'Web Development');
      insert into audit_trail (actor_id, action, subject_type, subject_id, subject_name) values
        (pg_temp.id(5), 'user deleted', 'user', pg_temp.id(1), 'Gone <gone@example.test>'),
        (pg_temp.id(5), 'user deleted', 'user', pg_temp.id(2), 'Gone Buyer <buyer@example.test>'),
        (pg_temp.id(4), 'user promoted', 'user', pg_temp.id(5), 'Here'),
        (pg_temp.id(5), 'teacher request approved', 'teacher request', pg_temp.id(24), 'Gone Teacher'),
        (pg_temp.id(5), 'teacher request rejected', 'teacher request', pg_temp.id(25), 'Here'),
        (pg_temp.id(5), 'class approved', 'class', pg_temp.id(14), 'A'),
        (pg_temp.id(5), 'payment refunded', 'payment', pg_temp.id(33), 'pi_1');`);
    await migrate();
    const users = await client.query<{ line: string }>(
      `select concat_ws('|', name, email, photo, deleted_at is not null) as line from users order by id`,
    );
    expect(users.rows.map(({ line }) => line)).toEqual([
      'Deleted user|||t',
      'Gone Buyer|buyer@example.test||t',
      'Gone Seller|seller@example.test||t',
      'Deleted user|||t',
      'Here|here@example.test|/here.svg|f',
      'Here Too|gone@example.test||f',
    ]);
    const audit = await client.query<{ name: string }>(
      'select subject_name as name from audit_trail order by id',
    );
    expect(audit.rows.map(({ name }) => name)).toEqual([
      'Deleted user',
      'Deleted user',
      'Here',
      'Deleted user',
      'Here',
      'A',
      'pi_1',
    ]);
    const { rows } = await client.query('select email from payments');
    expect(rows).toEqual([{ email: 'buyer@example.test' }]);
  });
});
