import { type SQL, sql } from 'drizzle-orm';
import { SKILL_CATEGORIES } from '#contract/skills.ts';
import type { Database } from '../database/client.ts';
import { classes, isPublished } from '../database/schema.ts';
import { StartError } from '../start-error.ts';
import { DEMO_CLASSES } from './classes.ts';
import { DEMO_ADMIN } from './people.ts';

export interface BulkAmounts {
  classes: number;
  users: number;
  enrollments: number;
}

type OnProgress = (what: string, done: number, of: number) => void;

/** Rows per statement. */
const CHUNK = 5_000;
/**
 * One in `FREE` classes is free. Only free classes get enrollments, because enrollments in paid classes need payments.
 */
const FREE = 5;

const ACTIVITIES = ['Practical', 'Modern', 'Advanced', 'Everyday', 'Playful', 'Serious', 'Quick', 'Thorough'];
const SUBJECTS = [
  'typography',
  'animation',
  'accessibility',
  'newsletters',
  'search',
  'analytics',
  'shaders',
  'levels',
  'navigation',
  'testing',
  'branding',
  'podcasts',
  'databases',
  'storytelling',
  'illustration',
  'deployment',
];
const AUDIENCES = [
  'beginners',
  'freelancers',
  'small teams',
  'shop owners',
  'students',
  'agencies',
  'parents',
];
const LEVELS = ['Beginner', 'Junior', 'Mid Level', 'Experienced'];
const COVERS = DEMO_CLASSES.map(({ slug }) => `/pictures/covers/${slug}.svg`);

/** Picks a word by row number. `every` is the number of rows until the next word, so that combinations vary. */
const pick = (words: readonly string[], every = 1): SQL =>
  sql`(${sql.param(words)}::text[])[1 + (n / ${sql.raw(String(every))}) % ${sql.raw(String(words.length))}]`;

/** Runs a statement for the numbers from 1 to `total`, in chunks. */
const inChunks = async (
  db: Database,
  what: string,
  total: number,
  onProgress: OnProgress,
  statement: (numbers: SQL) => SQL,
): Promise<void> => {
  for (let from = 1; from <= total; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, total);
    await db.execute(statement(sql`generate_series(${from}::int, ${to}::int) as n`));
    onProgress(what, to, total);
  }
};

/** Published classes, each with the first entry of its history. */
const insertClasses = (numbers: SQL): SQL => sql`
  with added as (
  insert into classes (teacher_id, image, price, title, experience, category, description, status, created_at, decided_at, decided_by)
  select teachers.ids[1 + n % cardinality(teachers.ids)], ${pick(COVERS)},
         case when n % ${sql.raw(String(FREE))} = 0 then 0 else 1500 + n::bigint * 7919 % 9000 end,
         ${pick(ACTIVITIES)} || ' ' || ${pick(SUBJECTS, 3)} || ' for ' || ${pick(AUDIENCES, 5)} || ', part ' || n,
         ${pick(LEVELS, 2)}, ${pick(SKILL_CATEGORIES)},
         'Six sessions on ' || ${pick(SUBJECTS, 3)} || ' and ' || ${pick(SUBJECTS, 7)} || ', with one small project that you finish and show. For '
           || ${pick(AUDIENCES, 5)} || ' who would rather do than watch.',
         'approve', now() - n * interval '1 minute', now() - n * interval '1 minute', admin.id
    from ${numbers},
         (select array_agg(id order by id) as ids from users where role = 'teacher' and deleted_at is null) as teachers,
         (select id from users where email = ${DEMO_ADMIN.email}) as admin
  returning id, title, price, description, decided_by, decided_at)
  insert into class_versions (class_id, number, title, price, description, approved_by, created_at)
  select id, 1, title, price, description, decided_by, decided_at from added`;

const insertPeople =
  (prefix: string) =>
  (numbers: SQL): SQL => sql`
  with person as (
    insert into identity."user" (name, email, email_verified)
    select 'Student ' || n, ${prefix} || n || '@classharbor.test', true from ${numbers}
    returning id, name, email
  )
  insert into users (identity_id, name, email) select id, name, email from person`;

const insertEnrollments =
  (prefix: string) =>
  (numbers: SQL): SQL => sql`
  with people as (
    select id, row_number() over (order by id) - 1 as place, count(*) over () as total
      from users where email like ${`${prefix}%`}
  ),
  offers as (
    select id, row_number() over (order by id) - 1 as place, count(*) over () as total
      from classes where price = 0 and ${isPublished(classes)}
  ),
  sizes as (select (select max(total) from people) as people, (select max(total) from offers) as offers),
  added as (
    insert into enrollments (user_id, class_id, price)
    select people.id, offers.id, 0
      from ${numbers} cross join sizes
      join people on people.place = n % sizes.people
      join offers on offers.place = (n::bigint * 31 + n / sizes.people) % sizes.offers
        on conflict do nothing returning class_id
  )
  update classes set enroll = enroll + counted.more
    from (select class_id, count(*)::int as more from added group by class_id) as counted
   where id = counted.class_id`;

/**
 * Adds generated published classes, students and enrollments to the demo, to try it at that size. Existing data stays.
 * @throws StartError if there are too few users or free classes for the enrollments
 */
export const seedBulk = async (
  db: Database,
  { classes, users, enrollments }: BulkAmounts,
  onProgress: OnProgress,
): Promise<void> => {
  if (enrollments > 0 && users * (classes / FREE) < enrollments)
    throw new StartError(
      'So many enrollments need more --users or more --classes (one class in five is free)',
    );
  const prefix = `seeded-${Date.now()}-`;
  await inChunks(db, 'Classes', classes, onProgress, insertClasses);
  await inChunks(db, 'Students', users, onProgress, insertPeople(prefix));
  // The planner needs current statistics for the joins below.
  await db.execute(sql`analyze`);
  await inChunks(db, 'Enrollments', enrollments, onProgress, insertEnrollments(prefix));
  await db.execute(sql`vacuum analyze`);
};
