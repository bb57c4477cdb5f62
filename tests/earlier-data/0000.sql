-- Data as the first version of the site wrote it. The password is that of the tests.
insert into identity."user" (id, name, email, email_verified) values
  ('10000000-0000-4000-8000-000000000001', 'Ada Admin', 'ada@example.test', true),
  ('10000000-0000-4000-8000-000000000002', 'Tom Teacher', 'tom@example.test', true),
  ('10000000-0000-4000-8000-000000000003', 'Sue Student', 'sue@example.test', true),
  ('10000000-0000-4000-8000-000000000004', 'Ben Buyer', 'ben@example.test', false);
insert into identity.account (account_id, provider_id, user_id, password)
  select id::text, 'credential', id, ':password' from identity."user";
insert into identity.session (token, user_id, expires_at) values
  ('an earlier session', '10000000-0000-4000-8000-000000000003', now() + interval '7 days');
insert into identity.verification (identifier, value, expires_at) values ('reset-password:x', 'y', now() + interval '1 hour');

insert into users (id, identity_id, name, email, photo, role) values
  ('20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'Ada Admin', 'ada@example.test', '/a.svg', 'admin'),
  ('20000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000002', 'Tom Teacher', 'tom@example.test', '', 'teacher'),
  ('20000000-0000-4000-8000-000000000003', '10000000-0000-4000-8000-000000000003', 'Sue Student', 'sue@example.test', '', null),
  ('20000000-0000-4000-8000-000000000004', '10000000-0000-4000-8000-000000000004', 'Ben Buyer', 'ben@example.test', '', null);
insert into users (id, name, email, deleted_at) values
  ('20000000-0000-4000-8000-000000000005', 'Dan Deleted', 'dan@example.test', now());

insert into classes (id, teacher_id, image, price, title, experience, category, description, status, decided_at, decided_by, enroll) values
  ('30000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002', '/one.svg', 1950, 'Knots for sailors', 'Beginner',
   'Web Development', 'Every knot that holds.', 'approve', now(), '20000000-0000-4000-8000-000000000001', 3),
  ('30000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000002', '/two.svg', 0, 'Tides', 'Experienced', null,
   'When the water comes.', 'approve', now(), '20000000-0000-4000-8000-000000000001', 1),
  ('30000000-0000-4000-8000-000000000003', '20000000-0000-4000-8000-000000000002', '/three.svg', 500, 'Charts', 'Junior', null,
   'Read them.', 'Pending', null, null, 0),
  ('30000000-0000-4000-8000-000000000004', '20000000-0000-4000-8000-000000000002', '/four.svg', 500, 'Anchors', 'Mid Level', null,
   'Drop them.', 'rejected', now(), '20000000-0000-4000-8000-000000000001', 0);
update classes set reason = 'Too short' where status = 'rejected';

insert into payments (id, transaction_id, user_id, class_id, email, amount, currency, refunded_amount, refunded_at, refund_reason) values
  ('40000000-0000-4000-8000-000000000001', 'pi_whole', '20000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000001',
   'sue@example.test', 1950, 'usd', 0, null, null),
  ('40000000-0000-4000-8000-000000000002', 'pi_part', '20000000-0000-4000-8000-000000000004', '30000000-0000-4000-8000-000000000001',
   'ben@example.test', 1950, 'usd', 500, now(), null),
  ('40000000-0000-4000-8000-000000000003', 'pi_refunded', '20000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001',
   'ada@example.test', 1950, 'usd', 1950, now(), 'Asked for'),
  ('40000000-0000-4000-8000-000000000004', 'pi_of_deleted', '20000000-0000-4000-8000-000000000005', '30000000-0000-4000-8000-000000000001',
   'dan@example.test', 1950, 'usd', 0, null, null);
insert into enrollments (user_id, class_id, payment_id, price) values
  ('20000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000001', 1950),
  ('20000000-0000-4000-8000-000000000004', '30000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000002', 1950),
  ('20000000-0000-4000-8000-000000000005', '30000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000004', 1950),
  ('20000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000002', null, 0);
insert into payment_intents (provider_id, user_id, class_id, amount, currency, state) values
  ('pi_whole', '20000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000001', 1950, 'usd', 'recorded'),
  ('pi_open', '20000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', 1950, 'usd', 'open'),
  (null, '20000000-0000-4000-8000-000000000004', '30000000-0000-4000-8000-000000000001', 1950, 'usd', 'canceled');

insert into feedback (user_id, class_id, feedback, rating) values
  ('20000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000001', 'They hold.', 5),
  ('20000000-0000-4000-8000-000000000004', '30000000-0000-4000-8000-000000000001', 'Some do.', 3);
insert into assignments (id, class_id, title, description, marks, due_date) values
  ('50000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', 'Tie a bowline', 'With one hand.', 10, current_date + 7);
insert into submissions (assignment_id, user_id, text, late, marks, marked_at) values
  ('50000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000003', 'Done.', false, 9, now());
insert into teacher_requests (user_id, name, title, image, experience, category, status, decided_at, decided_by) values
  ('20000000-0000-4000-8000-000000000002', 'Tom Teacher', 'Sailor', '', 'Experienced', 'Web Development', 'approve', now(),
   '20000000-0000-4000-8000-000000000001');
insert into teacher_requests (user_id, name, title, image, experience, category) values
  ('20000000-0000-4000-8000-000000000003', 'Sue Student', 'Rower', '', 'Junior', 'SEO Development');
insert into audit_trail (actor_id, action, subject_type, subject_id) values
  ('20000000-0000-4000-8000-000000000001', 'class approved', 'class', '30000000-0000-4000-8000-000000000001');
