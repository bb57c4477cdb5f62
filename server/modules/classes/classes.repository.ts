import { and, desc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ClassQuery } from '#contract/classes.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { assignments, classes, enrollments, users } from '../../database/schema.ts';
import type { Person } from '../../http/access.ts';
import type { ClassPosition } from './class-cursor.ts';

export type ClassViewer = Pick<Person, 'id' | 'role'> | undefined;

/** A class with what is shown of its teacher and its assignment. */
export const classColumns = {
  class: classes,
  teacher: { name: users.name, email: users.email },
  assignment: assignments,
};

export type ClassRow = {
  class: typeof classes.$inferSelect;
  teacher: { name: string; email: string };
  assignment: typeof assignments.$inferSelect | null;
};

const selectClasses = (db: Queryable) =>
  db
    .select(classColumns)
    .from(classes)
    .innerJoin(users, eq(users.id, classes.teacherId))
    .leftJoin(assignments, eq(assignments.classId, classes.id));

/** Approved ones for all; a teacher's own in every status; all for admins. Hidden ones are in no list. */
const listedFor = (viewer: ClassViewer): SQL | undefined => {
  const approved = eq(classes.status, 'approve');
  if (viewer?.role === 'admin') return isNull(classes.hiddenAt);
  if (viewer?.role !== 'teacher') return and(isNull(classes.hiddenAt), approved);
  return and(isNull(classes.hiddenAt), or(approved, eq(classes.teacherId, viewer.id)));
};

/** What each sort goes by, and which way; the id follows the same way. */
const SORTS = {
  price: { by: sql`${classes.price}`, ascending: true, of: (row: ClassRow) => row.class.price },
  '-price': { by: sql`${classes.price}`, ascending: false, of: (row: ClassRow) => row.class.price },
  '-enroll': { by: sql`${classes.enroll}`, ascending: false, of: (row: ClassRow) => row.class.enroll },
  newest: {
    by: sql`${classes.createdAt}`,
    ascending: false,
    of: (row: ClassRow) => row.class.createdAt.getTime(),
  },
} as const;

const after = (sort: keyof typeof SORTS, [value, id]: ClassPosition): SQL => {
  const { by, ascending } = SORTS[sort];
  const key = sort === 'newest' ? sql`${new Date(value).toISOString()}::timestamptz` : sql`${value}::bigint`;
  return ascending
    ? sql`(${by}, ${classes.id}) > (${key}, ${id}::uuid)`
    : sql`(${by}, ${classes.id}) < (${key}, ${id}::uuid)`;
};

const containing = (text: string): SQL | undefined => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(classes.title, pattern), ilike(classes.description, pattern), ilike(users.name, pattern));
};

export interface ClassFilter extends Omit<ClassQuery, 'cursor'> {
  after?: ClassPosition;
}

/** @returns the classes and, if there are more than `limit`, the position at which they go on */
export const listClasses = async (
  db: Queryable,
  viewer: ClassViewer,
  filter: ClassFilter,
): Promise<{ rows: ClassRow[]; next?: ClassPosition }> => {
  const sort = filter.sort ?? 'newest';
  const { by, ascending, of } = SORTS[sort];
  const query = selectClasses(db)
    .where(
      and(
        listedFor(viewer),
        filter.status && eq(classes.status, filter.status),
        filter.category && eq(classes.category, filter.category),
        filter.q ? containing(filter.q) : undefined,
        filter.after && after(sort, filter.after),
      ),
    )
    .orderBy(...(ascending ? [by, classes.id] : [desc(by), desc(classes.id)]));
  if (!filter.limit) return { rows: await query };
  const rows = await query.limit(filter.limit + 1);
  if (rows.length <= filter.limit) return { rows };
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1)!;
  return { rows: page, next: [of(last), last.class.id] };
};

/** A class that the viewer may open: a listed one, or one that they are enrolled in. */
export const findClass = async (
  db: Queryable,
  viewer: ClassViewer,
  id: string,
): Promise<(ClassRow & { enrolled: boolean }) | undefined> => {
  const enrolled = viewer
    ? sql<boolean>`exists (select from ${enrollments} where ${enrollments.classId} = ${classes.id} and ${enrollments.userId} = ${viewer.id})`
    : sql<boolean>`false`;
  const [row] = await db
    .select({ ...classColumns, enrolled })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.teacherId))
    .leftJoin(assignments, eq(assignments.classId, classes.id))
    .where(and(eq(classes.id, id), or(listedFor(viewer), enrolled)));
  return row;
};

/** A class that is on sale: approved and not hidden. `price` is in minor units. */
export const findClassOnSale = async (db: Queryable, id: string) => {
  const [row] = await db
    .select({ id: classes.id, title: classes.title, price: classes.price, teacherId: classes.teacherId })
    .from(classes)
    .where(and(eq(classes.id, id), eq(classes.status, 'approve'), isNull(classes.hiddenAt)));
  return row;
};

/** Changes the count of enrolments, in the transaction that adds or removes one. */
export const changeEnroll = async (trx: Transaction, id: string, by: 1 | -1): Promise<void> => {
  await trx
    .update(classes)
    .set({ enroll: sql`${classes.enroll} + ${by}` })
    .where(eq(classes.id, id));
};
