import type { TestApp } from '#tests/support/test-app.ts';
import { signInAs } from '#tests/support/users.ts';
import { type BenchSite, startBenchSite } from './support/bench-site.ts';
import { comparePaired, type Target } from './support/load.ts';
import { round, type Section } from './support/report.ts';

/** Numbers of lessons. The first is the baseline. */
const SIZES = [5, 200];

interface Measured {
  classId: string;
  /** The first lesson, which is a free preview. */
  lesson: string;
}

/** A free class with so many lessons in sections of 20, all of them done by the sample student. */
const addClassOf = async ({ pool }: TestApp, lessons: number): Promise<Measured> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into classes (teacher_id, image, price, title, experience, category, description, status, decided_at)
     select teacher_id, image, 0, $1, experience, category, description, 'approve', now() from classes where status = 'approve' limit 1
     returning id`,
    [`A class of ${lessons} lessons`],
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
): Promise<{ token: string; cookie: string }> => {
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

/** What the screens of a class ask for. */
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

/** A class of 200 lessons against one of 5: what their screens ask for. */
export const measureLessons = async (): Promise<Section> => {
  const site = await startBenchSite({ CLASS_PAGES: 'public' });
  try {
    const [small, large] = [await addClassOf(site.app, SIZES[0]!), await addClassOf(site.app, SIZES[1]!)];
    const { token } = await enroll(site, small);
    await enroll(site, large);
    await site.app.pool.query('analyze');
    const smallTargets = targets(site.origin, small, token);
    const rows: string[][] = [];
    for (const [name, target] of Object.entries(targets(site.origin, large, token))) {
      const { ours, baseline } = await comparePaired(target, smallTargets[name]!);
      rows.push([
        name,
        `${round(baseline.perSecond)} (${round(baseline.p99, 1)})`,
        `${round(ours.perSecond)} (${round(ours.p99, 1)})`,
        round(ours.p99 / baseline.p99, 2),
      ]);
    }
    return {
      title: 'A long class',
      note: 'Requests a second, and p99 in milliseconds in brackets, 16 connections: what the screens of a class ask for, the first three by a student who has done all lessons.',
      columns: ['what', ...SIZES.map((size) => `${size} lessons`), 'p99, long to short'],
      rows,
    };
  } finally {
    await site.close();
  }
};
