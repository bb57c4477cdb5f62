-- Refunds and disputes were columns of payments.
insert into payments (id, transaction_id, user_id, class_id, email, amount, currency, refund_requested_at, refund_requested_by,
    refund_reason, disputed_at, dispute_status) values
  ('40000000-0000-4000-8000-000000000005', 'pi_requested', '20000000-0000-4000-8000-000000000004', '30000000-0000-4000-8000-000000000001',
   'ben@example.test', 1950, 'usd', now(), '20000000-0000-4000-8000-000000000001', 'By mistake', null, null),
  ('40000000-0000-4000-8000-000000000006', 'pi_disputed', '20000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000002',
   'ada@example.test', 700, 'usd', null, null, null, now(), 'needs_response');
insert into enrollments (user_id, class_id, payment_id, price) values
  ('20000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000002', '40000000-0000-4000-8000-000000000006', 700);
update classes set enroll = 2 where id = '30000000-0000-4000-8000-000000000002';
