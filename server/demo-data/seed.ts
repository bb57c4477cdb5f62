import { and, inArray, isNull, like } from 'drizzle-orm';
import { LOCKS, lockInTransaction } from '../database/advisory-lock.ts';
import type { Database, Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { StartError } from '../start-error.ts';
import { SAMPLE_ACCOUNTS } from './sample-accounts.ts';
import { insertClasses } from './seed-classes.ts';
import { insertCurricula } from './seed-curricula.ts';
import { insertFeedback } from './seed-feedback.ts';
import { insertAnnouncements } from './seed-announcements.ts';
import { insertDraft } from './seed-drafts.ts';
import { insertQuestions } from './seed-questions.ts';
import { insertSavedClasses } from './seed-saved-classes.ts';
import { insertBios, insertPeople, insertTeacherRequests } from './seed-people.ts';

const seed = async (trx: Transaction): Promise<void> => {
  const people = await insertPeople(trx);
  await insertTeacherRequests(trx, people);
  await insertBios(trx, people);
  const classIds = await insertClasses(trx, people);
  await insertDraft(trx, people);
  await insertSavedClasses(trx, people, classIds);
  await insertCurricula(trx, people, classIds);
  await insertQuestions(trx, people, classIds);
  await insertAnnouncements(trx, people, classIds);
  await insertFeedback(trx, people, classIds);
};

/** Matches the address of every demo user. `.test` is a reserved domain (RFC 6761). */
const DEMO_ADDRESS = '%@classharbor.test';

const requireDemoData = async (trx: Transaction): Promise<void> => {
  const [someone] = await trx
    .select({ id: tables.users.id })
    .from(tables.users)
    .where(like(tables.users.email, DEMO_ADDRESS))
    .limit(1);
  if (someone) return;
  throw new StartError(
    'This database belongs to a real site. In a demo anyone could sign in as any user: set DEMO=off, or use an empty database',
  );
};

/**
 * Seeds an empty database with users, classes, saved classes, curricula, questions, enrollments and feedback. A database that was
 * seeded before stays unchanged.
 * @throws StartError for the database of a real site, because in a demo anyone can sign in as any user
 */
export const seedDemoData = async (db: Database, onProgress: (step: string) => void): Promise<void> => {
  await db.transaction(async (trx) => {
    await lockInTransaction(trx, LOCKS.sampleData);
    // Registration creates the identity before the user.
    const [someone] = await trx.select({ id: tables.identityUsers.id }).from(tables.identityUsers).limit(1);
    const [user] = await trx.select({ id: tables.users.id }).from(tables.users).limit(1);
    if (someone ?? user) return requireDemoData(trx);
    onProgress('Seeding sample data');
    await seed(trx);
  });
};

/**
 * Refuses a database with the sample accounts, because their passwords are public.
 * @throws StartError if one of the sample accounts is active
 */
export const refuseSampleAccounts = async (db: Database): Promise<void> => {
  const emails = SAMPLE_ACCOUNTS.map(({ email }) => email);
  const [someone] = await db
    .select({ id: tables.users.id })
    .from(tables.users)
    .where(and(inArray(tables.users.email, emails), isNull(tables.users.deletedAt)));
  if (someone) {
    throw new StartError(
      'This database has the sample accounts, whose passwords are public: use an empty database, or set DEMO=on',
    );
  }
};
