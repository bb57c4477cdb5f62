import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ClassFilter, ClassQuery } from '#contract/classes.ts';
import { COUNTED_ENTRIES, FOUND_ENTRIES, PAGE_SIZE } from '#contract/paging.ts';
import type { Queryable } from '../../database/client.ts';
import { type Effects, type ListForm, listFormOf } from '../../database/list-form.ts';
import { createList, type List } from '../../database/list.ts';
import { bothWays, byAge, orderBy, type Order, type Page, rangeOf } from '../../database/paging.ts';
import { classes, isPublished, ratingScore, users } from '../../database/schema.ts';
import {
  type ClassPosition,
  type CursorSort,
  decodeCursor,
  isCursorSort,
  requireCursorSort,
} from './class-cursor.ts';
import { openChange } from './changes.repository.ts';
import { findByWords } from './find-by-words.ts';
import { findPublished, isFoundSort } from './find-published.ts';
import { matchesFilter, type ClassConditions } from './matches-filter.ts';
import {
  type ClassRow,
  type ClassViewer,
  classColumns,
  isListed,
  isSubmitted,
  isSubmittedIn,
  joinClassDetails,
  joinTeacher,
  listedFor,
} from './classes.repository.ts';

type Sort = NonNullable<ClassFilter['sort']>;

const SORTS: Record<Sort, Order> = {
  newest: byAge(classes.createdAt).newest,
  '-enroll': { by: classes.enroll, descending: true },
  '-rating': { by: ratingScore(classes), descending: true },
  ...bothWays({
    price: classes.price,
    title: sql`lower(${classes.title})`,
    name: sql`lower(${users.name})`,
    experience: classes.experience,
    status: classes.status,
  }),
};

/** The value that a row is sorted by, as a cursor holds it. */
const VALUE_OF: Record<CursorSort, (row: ClassRow) => number> = {
  price: (row) => row.class.price,
  '-price': (row) => row.class.price,
  '-enroll': (row) => row.class.enroll,
  newest: (row) => row.class.createdAt.getTime(),
};

const after = (cursor: string, anySort: Sort): SQL => {
  const sort = requireCursorSort(anySort);
  const [value, id] = decodeCursor(cursor, sort);
  switch (sort) {
    case 'price':
      return sql`(${classes.price}, ${classes.id}) > (${value}::bigint, ${id}::uuid)`;
    case '-price':
      return sql`(${classes.price}, ${classes.id}) < (${value}::bigint, ${id}::uuid)`;
    case '-enroll':
      return sql`(${classes.enroll}, ${classes.id}) < (${value}::bigint, ${id}::uuid)`;
    case 'newest':
      return sql`(${classes.createdAt}, ${classes.id}) < (${new Date(value).toISOString()}::timestamptz, ${id}::uuid)`;
  }
};

const other = alias(classes, 'other');
// A draft has no teacher for others. Its own teacher knows their classes without it.
const byTeacherOf = (classId: string): SQL =>
  sql`${classes.teacherId} = (
    select ${other.teacherId} from ${classes} other where ${other.id} = ${classId} and ${isSubmittedIn(other)})`;

const matchesQuery = ({ status, teacher, sameTeacherAs, ...filter }: ClassConditions): SQL | undefined =>
  and(
    status && eq(classes.status, status),
    teacher === undefined ? undefined : eq(classes.teacherId, teacher),
    matchesFilter(classes, filter),
    sameTeacherAs === undefined ? undefined : byTeacherOf(sameTeacherAs),
  );

const selectClasses = (db: Queryable) => joinClassDetails(db.select(classColumns).from(classes).$dynamic());

/** The same, with the change to each class that awaits review or was rejected. */
const selectOwnClasses = (db: Queryable) =>
  joinClassDetails(
    db
      .select({ ...classColumns, openChange })
      .from(classes)
      .$dynamic(),
  );

const EFFECTS: Effects<ClassFilter> = {
  status: 'named',
  category: 'placeholder',
  experience: 'unprepared',
  sort: 'named',
  q: 'unprepared',
  minPrice: 'unprepared',
  maxPrice: 'unprepared',
  teacher: 'unprepared',
  sameTeacherAs: 'unprepared',
  page: 'paging',
  limit: 'paging',
};

/** A filter for the queries of a list with this form, whose category is a placeholder. */
const filterOf = (filter: ClassFilter, form: ListForm | undefined): ClassConditions =>
  form && filter.category !== undefined ? { ...filter, category: sql.placeholder('category') } : filter;

/**
 * Creates a list of classes.
 * @param countLimit, form as in `createList`
 * @param rows selects the rows
 */
const createClassList = (
  db: Queryable,
  matching: SQL | undefined,
  sort: Sort = 'newest',
  {
    countLimit,
    form,
    rows = () => selectClasses(db),
  }: { countLimit?: number; form?: ListForm; rows?: () => ReturnType<typeof selectClasses> } = {},
): List<ClassRow> => {
  const isByTeacher = sort === 'name' || sort === '-name';
  return createList({
    db,
    id: classes.id,
    order: SORTS[sort],
    matching,
    rows,
    select: (columns) => {
      const query = db.select(columns).from(classes).$dynamic();
      return isByTeacher ? joinTeacher(query) : query;
    },
    idOf: (row) => row.class.id,
    countLimit,
    form,
  });
};

/** A page of the published classes that match a search text. */
const readFoundPage = async (
  db: Queryable,
  filter: ClassFilter,
  sort: Parameters<typeof findPublished>[2],
): Promise<Page<ClassRow>> => {
  const { offset, limit } = rangeOf(filter);
  const needed = offset < FOUND_ENTRIES ? offset + limit : 0;
  const { matching, total, first } = await findPublished(db, filter, sort, needed);
  const rows = await selectClasses(db)
    .where(and(isPublished(classes), matching))
    .orderBy(...(first ? [desc(first)] : []), ...orderBy(SORTS[sort ?? 'newest'], classes.id))
    .limit(needed && limit)
    .offset(offset);
  return { rows, total };
};

const isPublishedSearch = ({ q, status, teacher, sameTeacherAs }: ClassFilter): boolean =>
  Boolean(q) && status === 'approve' && (teacher ?? sameTeacherAs) === undefined;

interface ListedClasses {
  rows: ClassRow[];
  /** Only for a numbered page. */
  total?: number;
  /** Where the list continues after a page without a number. */
  next?: ClassPosition;
}

/**
 * A page of the classes that a viewer may see, newest first by default: selected by its number or by a cursor.
 * @throws ApiError `invalid_input` for a cursor of another sort order
 */
export const listClasses = async (
  db: Queryable,
  viewer: ClassViewer,
  { cursor, ...filter }: ClassQuery,
): Promise<ListedClasses> => {
  const { sort = 'newest', limit = PAGE_SIZE.default, page } = filter;
  if (page && isPublishedSearch(filter) && isFoundSort(sort) && viewer?.role !== 'admin')
    return readFoundPage(db, filter, filter.sort && sort);
  const isAdmin = viewer?.role === 'admin';
  const form =
    !page || (viewer && !isAdmin)
      ? undefined
      : listFormOf(isAdmin ? 'all classes' : 'published classes', filter, EFFECTS);
  const condition = and(
    listedFor(viewer),
    matchesQuery(filterOf(filter, form)),
    cursor === undefined ? undefined : after(cursor, sort),
  );
  const matching = await findByWords(db, filter.q, condition);
  if (page) {
    const visitorLimit = isPublishedSearch(filter) ? FOUND_ENTRIES : COUNTED_ENTRIES;
    const countLimit = isAdmin ? undefined : visitorLimit;
    return createClassList(db, matching, sort, { countLimit, form }).page(filter);
  }
  const rows = await createClassList(db, matching, sort).first(limit + 1);
  const last = rows[limit - 1];
  if (rows.length <= limit || !last) return { rows };
  const next = isCursorSort(sort)
    ? ([VALUE_OF[sort](last), last.class.id] satisfies ClassPosition)
    : undefined;
  return { rows: rows.slice(0, limit), next };
};

/** All classes that a viewer may see, in the order of `listClasses`. */
export const listAllClasses = async (
  db: Queryable,
  viewer: ClassViewer,
  filter: ClassFilter,
): Promise<List<ClassRow>> => {
  const condition = and(listedFor(viewer), matchesQuery(filter));
  return createClassList(db, await findByWords(db, filter.q, condition), filter.sort);
};

/** A teacher's own classes in every status, for others without the drafts, newest first by default. */
export const listClassesOf = async (
  db: Queryable,
  teacherId: string,
  filter: ClassFilter,
  { withDrafts }: { withDrafts: boolean },
): Promise<List<ClassRow>> => {
  const name = withDrafts ? 'own classes' : 'classes of a teacher';
  const form = listFormOf(name, filter, EFFECTS, { teacherId });
  const isTheirs = eq(classes.teacherId, form ? sql.placeholder('teacherId') : teacherId);
  const condition = and(
    isTheirs,
    isListed,
    withDrafts ? undefined : isSubmitted,
    matchesQuery(filterOf(filter, form)),
  );
  return createClassList(db, await findByWords(db, filter.q, condition), filter.sort, {
    form,
    rows: () => selectOwnClasses(db),
  });
};
