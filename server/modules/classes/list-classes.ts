import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type ClassFilter, CURSOR_SORTS } from '#contract/classes.ts';
import { FOUND_ENTRIES, PAGE_SIZE } from '#contract/constants.ts';
import type { Queryable } from '../../database/client.ts';
import { bothWays, byAge, type Page, readCountedPage, readPage } from '../../database/paging.ts';
import { classes, onSale, users } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ClassPosition } from './class-cursor.ts';
import { findByWords } from './find-by-words.ts';
import { findOnSale, type FoundSort, isFoundSort } from './find-on-sale.ts';
import { narrowedBy } from './narrowed-by.ts';
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

const meeting = ({ status, sameTeacherAs, ...filter }: ClassFilter): SQL | undefined =>
  and(
    status && eq(classes.status, status),
    narrowedBy(classes, filter),
    sameTeacherAs === undefined ? undefined : byTeacherOf(sameTeacherAs),
  );

const selectClasses = (db: Queryable, matching: SQL | undefined, sort: Sort = 'newest') =>
  joinClassDetails(db.select(classColumns).from(classes).$dynamic())
    .where(matching)
    .orderBy(...SORTS[sort]);

/** What is found of the classes that meet a condition; counted in full, however many they are. */
const readWholePage = async (
  db: Queryable,
  condition: SQL | undefined,
  { q, sort, ...page }: ClassFilter,
): Promise<Page<ClassRow>> => {
  const matching = await findByWords(db, q, condition);
  return readPage(
    selectClasses(db, matching, sort).$dynamic(),
    db.select({ total: count() }).from(classes).where(matching),
    page,
  );
};

/** A page of what is found by words among all classes on sale. */
const readFoundPage = async (
  db: Queryable,
  { page = 1, limit = PAGE_SIZE.default, ...filter }: ClassFilter,
  sort: FoundSort,
): Promise<Page<ClassRow>> => {
  const offset = (page - 1) * limit;
  const needed = offset < FOUND_ENTRIES ? offset + limit : 0;
  const { matching, total } = await findOnSale(db, filter, sort, needed);
  const rows = await selectClasses(db, and(onSale(classes), matching), sort)
    .limit(needed && limit)
    .offset(offset);
  return { rows, total };
};

const isSearchOnSale = ({ q, status, sameTeacherAs }: ClassFilter): boolean =>
  Boolean(q) && status === 'approve' && sameTeacherAs === undefined;

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
  const condition = and(listedFor(viewer), meeting(filter), position && after(sort, position));
  if (page && viewer?.role === 'admin') return readWholePage(db, condition, filter);
  if (page && !position && isSearchOnSale(filter) && isFoundSort(sort))
    return readFoundPage(db, filter, sort);
  const matching = await findByWords(db, filter.q, condition);
  const query = selectClasses(db, matching, sort);
  if (page) {
    const ids = db.select({ id: classes.id }).from(classes).where(matching);
    return readCountedPage(db, query.$dynamic(), ids.$dynamic(), filter);
  }
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
  readWholePage(db, and(eq(classes.teacherId, teacherId), isListed, meeting(filter)), filter);

/** Classes of the whole list that are held at a time: few, so that what is sent is soon forgotten. */
export const CLASS_BATCH = 200;

/** All classes that a viewer may see, as `listClasses` sorts them: batches, of which one at a time is held. */
export async function* allClasses(
  db: Queryable,
  viewer: ClassViewer,
  filter: ClassFilter,
): AsyncGenerator<ClassRow[], undefined> {
  const { sort = 'newest' } = filter;
  if (!isCursorSort(sort)) {
    yield (await listClasses(db, viewer, filter)).rows;
    return;
  }
  let next: ClassPosition | undefined;
  do {
    const batch = await listClasses(db, viewer, { ...filter, after: next, limit: CLASS_BATCH });
    yield batch.rows;
    next = batch.next;
  } while (next);
}
