insert into pictures (hash, user_id, address, width, height, bytes) values
  ('abc', '20000000-0000-4000-8000-000000000002', '/pictures/abc.webp', 640, 360, 4000);
insert into files (id, user_id, purpose, name, type, bytes) values
  ('60000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000003', 'submission', 'bowline.pdf', 'application/pdf', 2000);
insert into submission_files (submission_id, file_id, position)
  select id, '60000000-0000-4000-8000-000000000001', 0 from submissions;
update submissions set file_count = 1;
insert into curricula (class_id, outcomes) values ('30000000-0000-4000-8000-000000000001', '{Tie ten knots}');
insert into sections (id, class_id, title, position) values
  ('70000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', 'Basics', 0);
insert into lessons (id, section_id, kind, status, title, minutes, is_preview, position, text, video_provider, video_id) values
  ('71000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000001', 'article', 'published', 'Rope', 5, true, 0, '# Rope', null, null),
  ('71000000-0000-4000-8000-000000000002', '70000000-0000-4000-8000-000000000001', 'video', 'published', 'Bowline', 3, false, 1, '', 'youtube', 'abc'),
  ('71000000-0000-4000-8000-000000000003', '70000000-0000-4000-8000-000000000001', 'article', 'draft', 'Splices', null, false, 2, '', null, null);
insert into lesson_progress (user_id, lesson_id, done_at, position) values
  ('20000000-0000-4000-8000-000000000003', '71000000-0000-4000-8000-000000000001', now(), 0),
  ('20000000-0000-4000-8000-000000000003', '71000000-0000-4000-8000-000000000002', null, 42);
