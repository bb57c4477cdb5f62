import type { TestApp } from '#tests/support/test-app.ts';
import { signInAs } from '#tests/support/users.ts';
import type { BenchSite } from './bench-site.ts';

export interface MeasuredClass {
  classId: string;
  /** The first lesson, which is a free preview. */
  lesson: string;
}

/** Creates a free class with the given number of lessons in sections of 20, all completed by the sample student. */
export const addClassOf = async (
  { pool }: TestApp,
  lessons: number,
  title = `A class of ${lessons} lessons`,
): Promise<MeasuredClass> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into classes (teacher_id, image, price, title, experience, category, description, status, decided_at)
     select teacher_id, image, 0, $1, experience, category, description, 'approve', now() from classes where status = 'approve' limit 1
     returning id`,
    [title],
  );
  const classId = rows[0]!.id;
  await pool.query(
    `insert into curricula (class_id, outcomes) values ($1, '{Learn one thing,Learn another}')`,
    [classId],
  );
  await pool.query(
    `insert into sections (id, class_id, title, position)
     select gen_random_uuid(), $1, 'Section ' || n, n from generate_series(1, $2::int) as n`,
    [classId, Math.ceil(lessons / 20)],
  );
  const added = await pool.query<{ id: string }>(
    `insert into lessons (section_id, kind, status, title, minutes, is_preview, position, text)
     select s.id, 'article', 'published', 'Lesson ' || n, 8, n = 1, n, repeat('A paragraph of a lesson. ', 80)
       from generate_series(1, $2::int) as n join sections s on s.class_id = $1 and s.position = (n + 19) / 20
      order by n returning id`,
    [classId, lessons],
  );
  return { classId, lesson: added.rows[0]!.id };
};

/** Enrolls the sample student, who completes all lessons. */
export const enrollSampleStudent = async (
  { app }: BenchSite,
  { classId }: MeasuredClass,
): Promise<{ token: string; email: string }> => {
  const student = await signInAs(app, 'User');
  const { status } = await app.call('POST', `/classes/${classId}/enrollment`, { token: student.token });
  if (status !== 200) throw new Error(`No enrollment: ${status}`);
  await app.pool.query(
    `insert into lesson_progress (user_id, lesson_id, done_at)
     select u.id, l.id, now() from users u, lessons l join sections s on s.id = l.section_id
      where u.email = $1 and s.class_id = $2`,
    [student.email, classId],
  );
  return student;
};
