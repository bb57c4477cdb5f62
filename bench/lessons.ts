import type { TestApp } from '#tests/support/test-app.ts';
import { signInAs } from '#tests/support/users.ts';
import { type BenchSite, startBenchSite } from './support/bench-site.ts';
import { comparePaired, type Target } from './support/load.ts';
import { round, type Section } from './support/report.ts';

/** Numbers of lessons. The first is the baseline. */
const SIZES = [5, 200];
/** The number of lessons of the classes that are compared by enrollments, and of students in the popular one. */
const POPULAR_LESSONS = 10;
const STUDENTS = 100_000;

interface Measured {
  classId: string;
  /** The first lesson, which is a free preview. */
  lesson: string;
}

/** Creates a free class with the given number of lessons in sections of 20, all completed by the sample student. */
const addClassOf = async (
  { pool }: TestApp,
  lessons: number,
  title = `A class of ${lessons} lessons`,
): Promise<Measured> => {
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

const enroll = async (
  { app }: BenchSite,
  { classId }: Measured,
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

/** The requests of a class's screens. */
const targets = (origin: string, { classId, lesson }: Measured, token: string): Record<string, Target> => {
  const asStudent = { authorization: `Bearer ${token}` };
  return {
    'A lesson': { url: `${origin}/api/lessons/${lesson}`, headers: asStudent },
    'Progress in the class': { url: `${origin}/api/classes/${classId}/lesson-progress`, headers: asStudent },
    'Curriculum of the class': { url: `${origin}/api/classes/${classId}/curriculum`, headers: asStudent },
    'Class page': { url: `${origin}/classDetail/${classId}` },
    'Page of a preview': { url: `${origin}/lesson/${lesson}` },
  };
};

/** Rows that compare each target with its baseline. */
const compare = async (
  asked: Record<string, Target>,
  baselines: Record<string, Target>,
): Promise<string[][]> => {
  const rows: string[][] = [];
  for (const [name, target] of Object.entries(asked)) {
    const { ours, baseline } = await comparePaired(target, baselines[name]!);
    rows.push([
      name,
      `${round(baseline.perSecond)} (${round(baseline.p99, 1)})`,
      `${round(ours.perSecond)} (${round(ours.p99, 1)})`,
      round(ours.p99 / baseline.p99, 2),
    ]);
  }
  return rows;
};

/** Compares the requests of a class's screens with 200 and with 5 lessons. */
export const measureLessons = async (): Promise<Section> => {
  const site = await startBenchSite({ CLASS_PAGES: 'public' });
  try {
    const [small, large] = [await addClassOf(site.app, SIZES[0]!), await addClassOf(site.app, SIZES[1]!)];
    const { token } = await enroll(site, small);
    await enroll(site, large);
    await site.app.pool.query('analyze');
    const rows = await compare(targets(site.origin, large, token), targets(site.origin, small, token));
    return {
      title: 'A long class',
      note: 'Requests per second, with p99 in milliseconds in parentheses, over 16 connections, of the screens of a class. The first three are sent by a student who has completed all lessons.',
      columns: ['request', ...SIZES.map((size) => `${size} lessons`), 'p99, long to short'],
      rows,
    };
  } finally {
    await site.close();
  }
};

/** Enrolls other students who have completed all lessons of the class. */
const enrollOthers = async ({ pool }: TestApp, classId: string): Promise<void> => {
  await pool.query(
    `insert into users (name, email) select 'Person ' || n, 'person-' || n || '@many.test' from generate_series(1, $1::int) n`,
    [STUDENTS],
  );
  // The triggers process one row at a time, and the data that they maintain is not read here.
  for (const table of ['enrollments', 'lesson_progress'])
    await pool.query(`alter table ${table} disable trigger user`);
  await pool.query(
    `insert into enrollments (user_id, class_id, price) select id, $1, 0 from users where email like '%@many.test'`,
    [classId],
  );
  await pool.query(
    `insert into lesson_progress (user_id, lesson_id, done_at)
     select u.id, l.id, now() from users u, lessons l join sections s on s.id = l.section_id
      where u.email like '%@many.test' and s.class_id = $1`,
    [classId],
  );
  for (const table of ['enrollments', 'lesson_progress'])
    await pool.query(`alter table ${table} enable trigger user`);
};

/** Compares the requests of a student's screens in a class of 100,000 students and in a class of one. */
export const measurePopularClass = async (): Promise<Section> => {
  const site = await startBenchSite();
  try {
    const own = await addClassOf(site.app, POPULAR_LESSONS, 'A class of one student');
    const popular = await addClassOf(site.app, POPULAR_LESSONS, 'A class of many students');
    const { token, email } = await enroll(site, own);
    await enroll(site, popular);
    await enrollOthers(site.app, popular.classId);
    await site.app.pool.query('vacuum analyze');
    const asked = (measured: Measured): Record<string, Target> => {
      const { 'A lesson': lesson, 'Progress in the class': progress } = targets(site.origin, measured, token);
      const query = `email=${encodeURIComponent(email)}&classId=${measured.classId}`;
      const enrollment = { ...lesson!, url: `${site.origin}/api/enrollments?${query}` };
      return {
        'A lesson': lesson!,
        'Progress in the class': progress!,
        'Enrollment in the class': enrollment,
      };
    };
    const rows = await compare(asked(popular), asked(own));
    return {
      title: 'A popular class',
      note: `Requests per second, with p99 in milliseconds in parentheses, over 16 connections, of a student in a class of ${POPULAR_LESSONS} lessons. All students have completed all lessons.`,
      columns: ['request', '1 student', `${STUDENTS.toLocaleString('en-US')} students`, 'p99, many to one'],
      rows,
    };
  } finally {
    await site.close();
  }
};
