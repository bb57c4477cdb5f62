import { expect, it } from 'vitest';
import { beforeMigration } from '#tests/support/migrations.ts';

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

it('keeps one key of each second factor: the one that is in use', async () => {
  await beforeMigration('one_second_factor.sql', async (client, migrate) => {
    await client.query(`
      insert into identity."user" (id, name, email, two_factor_enabled) values
        ('${id(1)}', 'Ada', 'ada@example.test', true), ('${id(2)}', 'Ben', 'ben@example.test', false);
      insert into identity.two_factor (secret, backup_codes, user_id, verified) values
        ('first of Ada', '', '${id(1)}', false), ('in use', '', '${id(1)}', true), ('third of Ada', '', '${id(1)}', false),
        ('first of Ben', '', '${id(2)}', false), ('second of Ben', '', '${id(2)}', false);`);
    await migrate();
    const { rows } = await client.query('select secret from identity.two_factor order by user_id');
    expect(rows).toEqual([{ secret: 'in use' }, { secret: 'first of Ben' }]);
  });
});

it('assigns emails about an account to its user, and deletes those without a user', async () => {
  await beforeMigration('notices_of_users.sql', async (client, migrate) => {
    await client.query(`
      insert into users (id, name, email, deleted_at) values
        ('${id(1)}', 'Ada', 'ada@example.test', null), ('${id(2)}', 'Gone', 'gone@example.test', now());
      insert into invitations (id, email, max_uses, expires_at) values ('${id(3)}', 'new@example.test', 1, now());
      insert into notifications (kind, subject, email, sent_at, address) values
        ('notice', 'a', 'sent', now(), 'ada@example.test'), ('notice', 'b', 'sent', now(), 'gone@example.test'),
        ('notice', 'c', 'waiting', null, 'elsewhere@example.test'), ('contact', 'd', 'sent', now(), 'office@example.test'),
        ('invitation', '${id(3)}', 'sent', now(), 'new@example.test'),
        ('invitation', '${id(4)}', 'sent', now(), 'gone@example.test');`);
    await migrate();
    const { rows } = await client.query('select address, user_id from notifications order by address');
    expect(rows).toEqual([
      { address: 'ada@example.test', user_id: id(1) },
      { address: 'elsewhere@example.test', user_id: null },
      { address: 'new@example.test', user_id: null },
      { address: 'office@example.test', user_id: null },
    ]);
  });
});

it('gives users the name and the picture that they see themselves', async () => {
  await beforeMigration('profile_in_one_place.sql', async (client, migrate) => {
    await client.query(`
      insert into identity."user" (id, name, email, image) values
        ('${id(1)}', 'Ada', 'ada@example.test', '/new.webp'), ('${id(2)}', 'Ben', 'ben@example.test', null);
      insert into users (identity_id, name, email, photo) values
        ('${id(1)}', 'Tab 3', 'ada@example.test', '/old.webp'), ('${id(2)}', 'Ben', 'ben@example.test', '/kept.webp'),
        (null, 'Gone', 'gone@example.test', '');`);
    await migrate();
    const { rows } = await client.query('select name, photo from users order by email');
    expect(rows).toEqual([
      { name: 'Ada', photo: '/new.webp' },
      { name: 'Ben', photo: '/kept.webp' },
      { name: 'Gone', photo: '' },
    ]);
  });
});
