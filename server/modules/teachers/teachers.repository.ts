import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { prepareOnce } from '../../database/prepare-once.ts';
import {
  classes,
  isPublished,
  NO_RATINGS,
  teacherBios,
  teacherRequests,
  users,
} from '../../database/schema.ts';

/** The sums over the published classes of a teacher. */
const totals = (db: Queryable) => {
  const ofStars = NO_RATINGS.map((_, index) => sql`sum(${classes.ratings}[${sql.raw(String(index + 1))}])`);
  return db
    .select({
      classes: sql<number>`count(*)::int`.as('classes'),
      enrollments: sql<number>`sum(${classes.enroll})::int`.as('enrollments'),
      ratings: sql<number[]>`array[${sql.join(ofStars, sql`, `)}]::int[]`.as('ratings'),
    })
    .from(classes)
    .where(and(eq(classes.teacherId, users.id), isPublished(classes)))
    .as('totals');
};

/** The approved request of a teacher, who may have applied several times. */
const approvedRequest = (db: Queryable) =>
  db
    .select({ title: teacherRequests.title, experience: teacherRequests.experience })
    .from(teacherRequests)
    .where(and(eq(teacherRequests.userId, users.id), eq(teacherRequests.status, 'approve')))
    .orderBy(sql`${teacherRequests.createdAt} desc`)
    .limit(1)
    .as('request');

const selectTeacher = (db: Queryable) => {
  const [sums, request] = [totals(db), approvedRequest(db)];
  return db
    .select({
      id: users.id,
      name: users.name,
      photo: users.photo,
      title: request.title,
      experience: request.experience,
      bio: teacherBios.text,
      classes: sums.classes,
      enrollments: sums.enrollments,
      ratings: sums.ratings,
    })
    .from(users)
    .crossJoinLateral(sums)
    .leftJoinLateral(request, sql`true`)
    .leftJoin(teacherBios, and(eq(teacherBios.id, users.id), isNull(teacherBios.hiddenAt)))
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.deletedAt), sql`${sums.classes} > 0`));
};

export type TeacherRow = Awaited<ReturnType<typeof selectTeacher>>[number];

/** A teacher as visitors see them. Undefined for everybody without a published class. */
export const findTeacher = async (db: Queryable, id: string): Promise<TeacherRow | undefined> => {
  const [row] = await prepareOnce(db, 'teacher', () => selectTeacher(db))({ id });
  return row;
};

const hasPublishedClass = sql`exists (
  select from ${classes} where ${classes.teacherId} = ${users}.id and ${isPublished(classes)})`;

/** Whether a user has a public page. */
export const isPublicTeacher = async (db: Queryable, id: string): Promise<boolean> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), hasPublishedClass));
  return rows.length > 0;
};

/** The ids that begin with a hexadecimal digit, as a range of the index. */
const beginningWith = (digit: string): SQL | undefined =>
  and(
    gte(users.id, `${digit}0000000-0000-0000-0000-000000000000`),
    lte(users.id, `${digit}fffffff-ffff-ffff-ffff-ffffffffffff`),
  );

const selectIds = (db: Queryable) => db.select({ id: users.id }).from(users).$dynamic();

/**
 * The teachers with a public page, by id.
 * @param share the first digit of the ids, in hexadecimal. Default: all ids
 */
export const listTeachers = (db: Queryable, share?: string): List<{ id: string }> =>
  createList({
    db,
    id: users.id,
    order: { by: users.id, descending: false },
    matching: and(
      isNull(users.deletedAt),
      hasPublishedClass,
      share === undefined ? undefined : beginningWith(share),
    ),
    rows: () => selectIds(db),
    select: (columns) => db.select(columns).from(users).$dynamic(),
    idOf: ({ id }) => id,
  });
