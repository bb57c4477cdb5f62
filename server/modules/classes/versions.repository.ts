import { and, eq, sql } from 'drizzle-orm';
import { alias, type PgSelect } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../database/client.ts';
import { createList, type List } from '../../database/list.ts';
import { classVersions, paymentIntents, payments, users } from '../../database/schema.ts';
import { shownUser } from '../../database/shown-user.ts';

/**
 * Adds the published state of a class to its history. The class stays as it is until the transaction ends. A price cut,
 * which needs no review, overwrites the last version if that is another cut of the last 24 hours that nobody has paid or
 * may still pay. So only reviews, sales and open payment intents make the history grow faster than one version a day.
 * @param approvedBy the admin; null if the change needed no review
 */
export const recordVersion = async (
  trx: Transaction,
  classId: string,
  approvedBy: string | null,
): Promise<void> => {
  await trx.execute(sql`
    with repriced as (
      update ${classVersions} v set price = c.price from classes c
       where c.id = ${classId} and ${approvedBy}::uuid is null
         and v.id = (select l.id from ${classVersions} l where l.class_id = ${classId} order by l.number desc limit 1)
         and v.approved_by is null and v.created_at > now() - interval '1 day'
         and not exists (select from ${payments} p where p.class_id = v.class_id and p.paid_at > v.created_at)
         and not exists (select from ${paymentIntents} i
                          where i.class_id = v.class_id and i.state = 'open' and i.created_at > v.created_at)
      returning v.id
    )
    insert into ${classVersions} (class_id, number, title, price, description, approved_by)
    select c.id, coalesce((select max(v.number) from ${classVersions} v where v.class_id = c.id), 0) + 1,
           c.title, c.price, c.description, ${approvedBy}::uuid
      from classes c where c.id = ${classId} and not exists (select from repriced) for no key update of c`);
};

const previous = alias(classVersions, 'previous');
const joinPrevious = <Query extends PgSelect>(query: Query) =>
  query
    .leftJoin(
      previous,
      and(eq(previous.classId, classVersions.classId), eq(previous.number, sql`${classVersions.number} - 1`)),
    )
    .leftJoin(users, eq(users.id, classVersions.approvedBy));

const selectVersions = (db: Queryable) =>
  joinPrevious(
    db
      .select({
        version: classVersions,
        before: previous,
        approvedBy: { name: shownUser.name, email: shownUser.email },
      })
      .from(classVersions)
      .$dynamic(),
  );

export type ClassVersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

/** The published versions of a class, each with the one before it, newest first. */
export const listVersions = (db: Queryable, classId: string): List<ClassVersionRow> =>
  createList({
    db,
    id: classVersions.id,
    order: { by: classVersions.number, descending: true },
    matching: eq(classVersions.classId, classId),
    rows: () => selectVersions(db),
    select: (columns) => db.select(columns).from(classVersions).$dynamic(),
    idOf: ({ version }) => version.id,
  });
