import { and, count, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { type ClassFilter, CURSOR_SORTS } from '#contract/classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { Queryable } from '../../database/client.ts';
import { bothWays, byAge, containing, type Page, readPage } from '../../database/paging.ts';
import { classes, users } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ClassPosition } from './class-cursor.ts';
import {
  type ClassRow,
  type ClassViewer,
  classColumns,
  isListed,
  joinClassDetails,
  listedFor,
} from './classes.repository.ts';

type Sort = NonNullable<ClassFilter['sort']>;
type CursorSort = (typeof CURSOR_SORTS)[number];

const SORTS: Record<Sort, SQL[]> = {
  newest: byAge(classes.createdAt, classes.id).newest,
  '-enroll': [desc(classes.enroll), desc(classes.id)],
  ...bothWays(
    {
      price: classes.price,
      title: sql`lower(${classes.title})`,
      name: sql`lower(${users.name})`,
      experience: classes.experience,
      status: classes.status,
    },
    classes.id,
  ),
};

/** The value that a row is sorted by, as a cursor holds it. */
const VALUE_OF: Record<CursorSort, (row: ClassRow) => number> = {
  price: (row) => row.class.price,
  '-price': (row) => row.class.price,
  '-enroll': (row) => row.class.enroll,
  newest: (row) => row.class.createdAt.getTime(),
};

const isCursorSort = (sort: Sort): sort is CursorSort => (CURSOR_SORTS as readonly Sort[]).includes(sort);

const after = (sort: Sort, [value, id]: ClassPosition): SQL => {
  switch (sort) {
    case 'price':
      return sql`(${classes.price}, ${classes.id}) > (${value}::bigint, ${id}::uuid)`;
    case '-price':
      return sql`(${classes.price}, ${classes.id}) < (${value}::bigint, ${id}::uuid)`;
    case '-enroll':
      return sql`(${classes.enroll}, ${classes.id}) < (${value}::bigint, ${id}::uuid)`;
    case 'newest':
      return sql`(${classes.createdAt}, ${classes.id}) < (${new Date(value).toISOString()}::timestamptz, ${id}::uuid)`;
    default: {
      const fields = { cursor: `does not go with the sort ${sort}` };
      throw new ApiError('invalid_input', `cursor: ${fields.cursor}`, { fields });
    }
  }
};

const byTeacherOf = (classId: string): SQL =>
  sql`${classes.teacherId} = (select other.teacher_id from ${classes} other where other.id = ${classId})`;

const meeting = ({ status, category, minPrice, maxPrice, sameTeacherAs, q }: ClassFilter): SQL | undefined =>
  and(
    status && eq(classes.status, status),
    category && eq(classes.category, category),
    minPrice === undefined ? undefined : gte(classes.price, toMinorUnits(minPrice)),
    maxPrice === undefined ? undefined : lte(classes.price, toMinorUnits(maxPrice)),
    sameTeacherAs === undefined ? undefined : byTeacherOf(sameTeacherAs),
    containing(q, classes.title, classes.description, users.name),
  );

const readNumberedPage = (
  db: Queryable,
  matching: SQL | undefined,
  { sort = 'newest', ...page }: ClassFilter,
): Promise<Page<ClassRow>> =>
  readPage(
    joinClassDetails(db.select(classColumns).from(classes).$dynamic())
      .where(matching)
      .orderBy(...SORTS[sort])
      .$dynamic(),
    joinClassDetails(db.select({ total: count() }).from(classes).$dynamic()).where(matching),
    page,
  );

interface ListedClasses {
  rows: ClassRow[];
  /** Where a numbered page was asked for. */
  total?: number;
  /** Where the list goes on after a page without a number. */
  next?: ClassPosition;
}

/**
 * The classes that a viewer may see, newest first unless sorted: a page by its number, a page from a
 * position on, or all of them.
 * @throws ApiError `invalid_input` for a position that does not go with the sort
 */
export const listClasses = async (
  db: Queryable,
  viewer: ClassViewer,
  { after: position, ...filter }: ClassFilter & { after?: ClassPosition },
): Promise<ListedClasses> => {
  const { sort = 'newest', limit, page } = filter;
  const matching = and(listedFor(viewer), meeting(filter), position && after(sort, position));
  if (page) return readNumberedPage(db, matching, filter);
  const query = joinClassDetails(db.select(classColumns).from(classes).$dynamic())
    .where(matching)
    .orderBy(...SORTS[sort]);
  if (!limit) return { rows: await query };
  const rows = await query.limit(limit + 1);
  const last = rows[limit - 1];
  if (rows.length <= limit || !last) return { rows };
  const next = isCursorSort(sort)
    ? ([VALUE_OF[sort](last), last.class.id] satisfies ClassPosition)
    : undefined;
  return { rows: rows.slice(0, limit), next };
};

/** A teacher's own classes, in every status: newest first unless sorted. */
export const listClassesOf = (
  db: Queryable,
  teacherId: string,
  filter: ClassFilter,
): Promise<Page<ClassRow>> =>
  readNumberedPage(db, and(eq(classes.teacherId, teacherId), isListed, meeting(filter)), filter);
