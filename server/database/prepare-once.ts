import type { Queryable } from './client.ts';
import { mapRowsFast } from './map-rows.ts';

/** A query that can be prepared, such as a select of Drizzle with placeholders. */
export interface Preparable<Row> {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<Row[]> };
}

/** Runs a prepared query with the values of its placeholders. */
type Run<Row> = (values: Record<string, unknown>) => Promise<Row[]>;

const prepared = new WeakMap<Queryable, Map<string, Run<unknown>>>();

/**
 * Builds the SQL of a query once per database connection pool, because building it takes longer than running it. A
 * transaction builds its own.
 * @param name identifies the form of the query; queries of the same name differ only in the values of placeholders
 */
export const prepareOnce = <Row>(db: Queryable, name: string, build: () => Preparable<Row>): Run<Row> => {
  let queries = prepared.get(db);
  if (!queries) prepared.set(db, (queries = new Map<string, Run<unknown>>()));
  let run = queries.get(name);
  if (!run) {
    const query = build().prepare(name);
    mapRowsFast(query);
    run = (values) => query.execute(values);
    queries.set(name, run);
  }
  return run as Run<Row>;
};
