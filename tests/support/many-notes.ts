import type { PoolClient } from 'pg';

/** Adds lessons to a class of `large-lists.test.ts` that the student has, each with a note of theirs. */
export const insertManyNotes = (client: PoolClient, studentId: string, number: number) =>
  client.query(
    `with course as (
       insert into curricula (class_id)
       select c.id from classes c join enrollments e on e.class_id = c.id and e.user_id = $1
        where c.title like 'Title %' limit 1 returning class_id
     ), section as (
       insert into sections (class_id, title, position) select class_id, 'Notes', 1 from course returning id
     ), many as (
       insert into lessons (section_id, kind, title, position, status)
       select section.id, 'article', 'Lesson ' || n, n, 'published' from section, generate_series(1, $2::int) n
       returning id
     )
     insert into lesson_notes (lesson_id, user_id, text) select id, $1, repeat('Remember. ', 200) from many`,
    [studentId, number],
  );
