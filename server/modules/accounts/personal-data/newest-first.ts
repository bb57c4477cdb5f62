import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../database/client.ts';
import { createList, type List } from '../../../database/list.ts';

/** Creates lists of the personal data export: the rows of a table that match, newest first. */
export const newestFirstIn =
  (db: Queryable) =>
  (
    table: PgTable & { id: PgColumn },
    moment: PgColumn,
    matching: SQL,
    rows: () => PgSelect,
  ): List<Record<string, unknown>> =>
    createList({
      db,
      id: table.id,
      order: { by: moment, descending: true },
      matching,
      rows,
      select: (columns) => db.select(columns).from(table).$dynamic(),
      idOf: (row) => String(row.id),
    });
