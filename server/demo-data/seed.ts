import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { StartError } from '../start-error.ts';
import { SAMPLE_ACCOUNTS } from './sample-accounts.ts';
import { insertClasses, insertFeedback } from './seed-classes.ts';
import { insertPeople, insertTeacherRequests } from './seed-people.ts';

const SEED_LOCK = 7_301_004;

const seed = async (trx: Transaction): Promise<void> => {
  const people = await insertPeople(trx);
  await insertTeacherRequests(trx, people);
  const classIds = await insertClasses(trx, people);
  await insertFeedback(trx, people, classIds);
};

/** Fills an empty database with people, classes, enrolments and feedback; one that has users stays as it is. */
export const seedDemoData = async (db: Database, onProgress: (step: string) => void): Promise<void> => {
  await db.transaction(async (trx) => {
    await trx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const [someone] = await trx.select({ id: tables.users.id }).from(tables.users).limit(1);
    if (someone) return;
    onProgress('Filling in demo data');
    await seed(trx);
  });
};

/**
 * A real site must not have accounts whose passwords everybody knows.
 * @throws StartError when the database was filled by a demo
 */
export const refuseSampleAccounts = async (db: Database): Promise<void> => {
  const emails = SAMPLE_ACCOUNTS.map(({ email }) => email);
  const [someone] = await db
    .select({ id: tables.users.id })
    .from(tables.users)
    .where(and(inArray(tables.users.email, emails), isNull(tables.users.deletedAt)));
  if (someone) {
    throw new StartError(
      'This database holds the demo accounts, whose passwords are public: use an empty one, or set DEMO=on',
    );
  }
};
