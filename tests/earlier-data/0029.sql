insert into notifications (user_id, kind, subject, data) values
  ('20000000-0000-4000-8000-000000000002', 'class approved', '30000000-0000-4000-8000-000000000001',
   '{"classId": "30000000-0000-4000-8000-000000000001", "title": "Knots for sailors"}');
insert into email_preferences (user_id, muted) values ('20000000-0000-4000-8000-000000000003', '{grades}');
insert into posts (id, lesson_id, user_id, text) values
  ('80000000-0000-4000-8000-000000000001', '71000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000003', 'Which rope?');
insert into posts (lesson_id, question_id, user_id, text, accepted_at) values
  ('71000000-0000-4000-8000-000000000001', '80000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002', 'Any.', now());
insert into post_reports (post_id, user_id, remark) values
  ('80000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000004', 'Why?');
insert into lesson_notes (lesson_id, user_id, text) values
  ('71000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000003', 'Ask Tom.');
