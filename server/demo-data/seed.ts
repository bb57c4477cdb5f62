import { and, inArray, isNull, like, sql } from 'drizzle-orm';
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

/** The address of every sample account and teacher ends so; `.test` is nobody's (RFC 6761). */
const DEMO_ADDRESS = '%@classharbor.test';

const requireDemoData = async (trx: Transaction): Promise<void> => {
  const [someone] = await trx
    .select({ id: tables.users.id })
    .from(tables.users)
    .where(like(tables.users.email, DEMO_ADDRESS))
    .limit(1);
  if (someone) return;
  throw new StartError(
    'This database holds a real site, where anybody could sign in as anyone in a demo: set DEMO=off, or use an empty database',
  );
};

/**
 * Fills an empty database with people, classes, enrollments and feedback; one that a demo filled stays as it is.
 * @throws StartError for the database of a real site: in a demo anybody may sign in as anyone
 */
export const seedDemoData = async (db: Database, onProgress: (step: string) => void): Promise<void> => {
  await db.transaction(async (trx) => {
    await trx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    // Registering writes the identity first.
    const [someone] = await trx.select({ id: tables.identityUsers.id }).from(tables.identityUsers).limit(1);
    const [user] = await trx.select({ id: tables.users.id }).from(tables.users).limit(1);
    if (someone ?? user) return requireDemoData(trx);
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
