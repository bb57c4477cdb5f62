import type { TestApp } from '#tests/support/test-app.ts';
import { startBenchSite } from './support/bench-site.ts';
import { addClassOf, enrollSampleStudent, type MeasuredClass } from './support/classes-of-lessons.ts';
import { comparePaired, type Target } from './support/load.ts';
import { round, type Section } from './support/report.ts';

/** Numbers of lessons. The first is the baseline. */
const SIZES = [5, 200];
/** The number of lessons of the classes that are compared by enrollments, and of students in the popular one. */
const POPULAR_LESSONS = 10;
const STUDENTS = 100_000;

/** The requests of a class's screens. */
const targets = (
  origin: string,
  { classId, lesson }: MeasuredClass,
  token: string,
): Record<string, Target> => {
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
    const { token } = await enrollSampleStudent(site, small);
    await enrollSampleStudent(site, large);
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
    const { token, email } = await enrollSampleStudent(site, own);
    await enrollSampleStudent(site, popular);
    await enrollOthers(site.app, popular.classId);
    await site.app.pool.query('vacuum analyze');
    const asked = (measured: MeasuredClass): Record<string, Target> => {
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
