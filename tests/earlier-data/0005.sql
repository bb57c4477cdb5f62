update identity."user" set two_factor_enabled = true where email = 'ada@example.test';
insert into identity.two_factor (secret, backup_codes, user_id) values ('secret', 'codes', '10000000-0000-4000-8000-000000000001');
