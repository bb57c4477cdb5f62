import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/test-app.ts';
import { type DatabaseConnection, openDatabase } from './client.ts';
import { type Preparable, prepareOnce } from './prepare-once.ts';
import { assignments, classes, enrollments, payments, users } from './schema.ts';

let database: DatabaseConnection;
beforeAll(async () => {
  database = await openDatabase(await createTestDatabase(), (error) => {
    throw error;
  });
});
afterAll(() => database.close());

const teachers = alias(users, 'teachers');

/** Selects of every kind that the mapping distinguishes. */
const selects = {
  'one table': () => database.db.select().from(users),
  'named columns and an expression': () =>
    database.db
      .select({ id: users.id, since: users.createdAt, initial: sql<string>`left(${users.name}, 1)` })
      .from(users),
  'a joined table that may be missing': () =>
    database.db
      .select({ class: classes, assignment: assignments })
      .from(classes)
      .leftJoin(assignments, eq(assignments.classId, classes.id)),
  'an object of columns and an expression that may be missing': () =>
    database.db
      .select({
        id: enrollments.id,
        teacher: { name: teachers.name, role: teachers.role },
        payment: {
          id: payments.id,
          disputeStatus: payments.disputeStatus,
          isLarge: sql<boolean>`${payments.amount} > 5000`,
        },
        mixed: { paid: payments.amount, price: enrollments.price },
      })
      .from(enrollments)
      .innerJoin(classes, eq(classes.id, enrollments.classId))
      .innerJoin(teachers, eq(teachers.id, classes.teacherId))
      .leftJoin(payments, sql`${payments.id} = ${enrollments.paymentId} and ${payments.amount} > 4000`),
};

it.each(Object.entries(selects))('maps the rows of %s as Drizzle does', async (name, select) => {
  const expected: unknown[] = await select();
  expect(expected.length).toBeGreaterThan(2);
  const query = () => select() as unknown as Preparable<unknown>;
  expect(await prepareOnce(database.db, name, query)({})).toEqual(expected);
});
