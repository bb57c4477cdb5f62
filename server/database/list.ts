import { and, count, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { Queryable } from './client.ts';
import type { ListForm } from './list-form.ts';
import { type Preparable, prepareOnce } from './prepare-once.ts';
import { type Order, orderBy, type Page, type PageRequest, rangeOf } from './paging.ts';

/** The number of rows that are read, and held in memory, at a time. */
export const BATCH_SIZE = 200;
/** The number of ids that are read ahead. They take little memory, and each read may have to scan the whole table. */
const IDS_AHEAD = 5_000;

/** The value of a parameter, or its placeholder. */
type Value = (name: string) => number | Placeholder;

/** The position of a row in its list: its id and its sort value, as PostgreSQL formats them. */
interface Position {
  id: string;
  value: string;
}

interface ListOptions<Query extends PgSelect> {
  db: Queryable;
  /** The id column of the list. */
  id: PgColumn | SQL.Aliased;
  order: Order;
  matching: SQL | undefined;
  /** Selects the rows with all columns that are shown. */
  rows: () => Query;
  /** Selects the given columns of the same rows. */
  select: (columns: { id: SQL | SQL.Aliased; value: SQL | SQL.Aliased }) => PgSelect;
  idOf: (row: Awaited<Query>[number]) => string | number;
  /**
   * The number of entries that are counted and reachable by page number, so that the cost of a page does not grow with
   * the list. A total of one more means "more than that". Absent: all entries are counted.
   */
  countLimit?: number;
  /** If set, the SQL of the list's start and pages is built once for all lists of this form. */
  form?: ListForm;
}

/** An ordered list from the database, which may be too long to hold in memory. */
export interface List<Row> {
  /** At most `limit` rows from the start of the list. */
  first: (limit: number) => Promise<Row[]>;
  page: (request: PageRequest) => Promise<Page<Row>>;
  /**
   * All rows, one batch in memory at a time. No connection is held between batches, so a slow reader costs the database
   * nothing. The filter is applied again when a batch is read.
   */
  batches: () => AsyncGenerator<Row[], void>;
}

const after = ({ by, descending }: Order, id: PgColumn | SQL.Aliased, last: Position): SQL =>
  sql`(${by}, ${id}) ${sql.raw(descending ? '<' : '>')} (${last.value}, ${last.id})`;

/** Creates a list from a query. Nothing is read until one of its methods is called. */
export const createList = <Query extends PgSelect>({
  db,
  id,
  order,
  matching,
  rows,
  select,
  idOf,
  countLimit,
  form,
}: ListOptions<Query>): List<Awaited<Query>[number]> => {
  type Row = Awaited<Query>[number];

  /** Runs a query, prepared if the list has a form. */
  const run = async <Found>(
    part: string,
    values: Record<string, number>,
    build: (value: Value) => unknown,
  ) => {
    if (!form) return (await build((name) => values[name]!)) as Found[];
    const query = () => build((name) => sql.placeholder(name)) as Preparable<Found>;
    return prepareOnce(db, `${form.name} ${part}`, query)({ ...form.values, ...values });
  };
  /** Runs a query that is built for this run only, prepared under the name of the list's form if it has one. */
  const runOnce = async <Found>(query: unknown): Promise<Found[]> =>
    form ? (query as Preparable<Found>).prepare(form.name).execute(form.values) : ((await query) as Found[]);

  const readPositions = async (last: Position | undefined): Promise<Position[]> => {
    const columns = { id: sql<string>`${id}::text`, value: sql<string>`(${order.by})::text` };
    return runOnce<Position>(
      select(columns)
        .where(and(matching, last && after(order, id, last)))
        .orderBy(...orderBy(order, id))
        .limit(IDS_AHEAD),
    );
  };

  const readRows = async (ids: string[]): Promise<Row[]> => {
    const found = await runOnce<Row>(rows().where(and(matching, sql`${id} = any(${sql.param(ids)})`)));
    const byId = new Map(found.map((row) => [String(idOf(row)), row]));
    return ids.filter((one) => byId.has(one)).map((one): Row => byId.get(one)!);
  };

  async function* batches(): AsyncGenerator<Row[], void> {
    let last: Position | undefined;
    let ids: string[];
    do {
      const positions = await readPositions(last);
      last = positions.at(-1);
      ids = positions.map((position) => position.id);
      for (let start = 0; start < ids.length; start += BATCH_SIZE) {
        const batch = await readRows(ids.slice(start, start + BATCH_SIZE));
        if (batch.length > 0) yield batch;
      }
    } while (ids.length === IDS_AHEAD);
  }

  const ordered = () =>
    rows()
      .where(matching)
      .orderBy(...orderBy(order, id));

  return {
    first: (limit) => run<Row>('start', { limit }, (value) => ordered().limit(value('limit'))),
    page: async (request) => {
      const range = rangeOf(request);
      const isReached = countLimit === undefined || range.offset < countLimit;
      const shown = isReached
        ? await run<Row>('page', range, (value) => ordered().limit(value('limit')).offset(value('offset')))
        : [];
      const [row] = await run<{ total: number }>('total', {}, () => {
        const all = select({ id: sql<string>`${id}`.as('id'), value: sql<string>`null`.as('value') }).where(
          matching,
        );
        const counted = countLimit === undefined ? all : all.limit(countLimit + 1);
        return db.select({ total: count() }).from(counted.as('counted'));
      });
      return { rows: shown, total: row!.total };
    },
    batches,
  };
};

/** A list whose rows are converted by `make`, page by page and batch by batch. */
export const mapList = <Row, Made>(list: List<Row>, make: (rows: Row[]) => Promise<Made[]>): List<Made> => ({
  first: async (limit) => make(await list.first(limit)),
  page: async (request) => {
    const { rows, total } = await list.page(request);
    return { rows: await make(rows), total };
  },
  batches: async function* () {
    for await (const rows of list.batches()) yield await make(rows);
  },
});
