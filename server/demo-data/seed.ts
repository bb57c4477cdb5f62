import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { CURRENCY } from '#contract/constants.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { Database, Transaction } from '../database/client.ts';
import { identityAccounts, identityUsers } from '../database/identity-schema.ts';
import * as tables from '../database/schema.ts';
import { hashPassword } from '../identity/password.ts';
import { StartError } from '../start-error.ts';
import type { DemoClass } from './classes/demo-class.ts';
import { DEMO_CLASSES } from './classes.ts';
import { DEMO_FEEDBACK } from './feedback.ts';
import { DEMO_ADMIN, DEMO_STUDENT, DEMO_STUDENTS, DEMO_TEACHERS } from './people.ts';
import { SAMPLE_ACCOUNTS } from './sample-accounts.ts';

const SEED_LOCK = 7_301_004;
/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;
const HOUR = 60 * 60 * 1_000;
/** The demo's history goes this many days back. */
const HISTORY = 120;
/** The classes that the sample student has. */
const SAMPLE_STUDENT_CLASSES = ['modern-html-css', 'pixel-platformer', 'typography-that-works'];

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);

interface SeededUser {
  id: string;
  email: string;
}

const insertPeople = async (trx: Transaction) => {
  const people = [
    { ...DEMO_ADMIN, role: 'admin' as const },
    ...DEMO_TEACHERS.map((person) => ({ ...person, role: 'teacher' as const })),
    { ...DEMO_STUDENT, role: null },
    ...DEMO_STUDENTS.map((person) => ({ ...person, role: null })),
  ].map((person) => ({ ...person, identityId: randomUUID() }));
  await trx.insert(identityUsers).values(
    people.map(({ identityId, name, email, photo }) => ({
      id: identityId,
      name,
      email,
      image: photo,
      emailVerified: true,
    })),
  );
  for (const { email, password } of SAMPLE_ACCOUNTS) {
    const userId = people.find((person) => person.email === email)!.identityId;
    await trx.insert(identityAccounts).values({
      accountId: userId,
      providerId: 'credential',
      userId,
      password: await hashPassword(password),
    });
  }
  const users = await trx
    .insert(tables.users)
    .values(
      people.map(({ identityId, name, email, photo, role }) => ({
        identityId,
        name,
        email,
        photo,
        role,
        createdAt: daysAgo(HISTORY),
      })),
    )
    .returning({ id: tables.users.id, email: tables.users.email });
  return new Map<string, SeededUser>(users.map((user) => [user.email, user]));
};

type People = Awaited<ReturnType<typeof insertPeople>>;

const insertTeacherRequests = async (trx: Transaction, people: People) => {
  const admin = people.get(DEMO_ADMIN.email)!.id;
  const decided = DEMO_TEACHERS.map(({ name, email, photo, title, category, experience }) => ({
    userId: people.get(email)!.id,
    name,
    title,
    image: photo,
    experience,
    category,
    status: 'approve' as const,
    decidedAt: daysAgo(HISTORY - 1),
    decidedBy: admin,
    createdAt: daysAgo(HISTORY),
  }));
  const waiting = DEMO_STUDENTS.slice(20, 23).map(({ name, email, photo }, index) => ({
    userId: people.get(email)!.id,
    name,
    title: ['Freelance web developer', 'Social media manager', 'Level designer'][index]!,
    image: photo,
    experience: 'Mid Level' as const,
    category: (['Web Development', 'Digital Marketing', 'Game Development'] as const)[index]!,
    createdAt: daysAgo(3 - index),
  }));
  await trx.insert(tables.teacherRequests).values([...decided, ...waiting]);
};

const insertClass = async (
  trx: Transaction,
  people: People,
  entry: DemoClass,
  index: number,
): Promise<string> => {
  const status = entry.status ?? 'approve';
  // Coprime steps mix the categories, as they would come in over time.
  const createdAt = daysAgo(HISTORY - 2 - ((index * 7) % DEMO_CLASSES.length) * 3);
  const [row] = await trx
    .insert(tables.classes)
    .values({
      teacherId: people.get(DEMO_TEACHERS[entry.teacher]!.email)!.id,
      image: `/pictures/covers/${entry.slug}.svg`,
      price: toMinorUnits(entry.price),
      title: entry.title,
      experience: entry.experience,
      category: entry.category,
      description: entry.description,
      status,
      reason: entry.reason,
      createdAt,
      ...(status !== 'Pending' && {
        decidedAt: new Date(createdAt.getTime() + 20 * HOUR),
        decidedBy: people.get(DEMO_ADMIN.email)!.id,
      }),
    })
    .returning({ id: tables.classes.id });
  if (entry.assignment) {
    const { daysLeft, ...assignment } = entry.assignment;
    const dueDate = new Date(Date.now() + daysLeft * DAY).toISOString().slice(0, 10);
    await trx.insert(tables.assignments).values({ ...assignment, classId: row!.id, dueDate });
  }
  return row!.id;
};

/** Who takes a class: the sample student where listed, those who left feedback, and others in turn. */
const studentsOf = (entry: DemoClass, index: number): string[] => {
  const authors = DEMO_FEEDBACK.filter(([slug]) => slug === entry.slug).map(
    ([, student]) => DEMO_STUDENTS[student]!.email,
  );
  const sample = SAMPLE_STUDENT_CLASSES.includes(entry.slug) ? [DEMO_STUDENT.email] : [];
  const others = DEMO_STUDENTS.map(
    (_, place) => DEMO_STUDENTS[(place + index * 7) % DEMO_STUDENTS.length]!.email,
  );
  return [...new Set([...sample, ...authors, ...others])].slice(0, entry.students);
};

const enrol = async (trx: Transaction, people: People, entry: DemoClass, classId: string, index: number) => {
  const emails = studentsOf(entry, index);
  if (emails.length === 0) return;
  const price = toMinorUnits(entry.price);
  const paid = await trx
    .insert(tables.payments)
    .values(
      emails.map((email, place) => ({
        transactionId: `pi_demo_${entry.slug.replaceAll('-', '_')}_${place + 1}`,
        userId: people.get(email)!.id,
        classId,
        email,
        amount: price,
        currency: CURRENCY,
        paidAt: new Date(Date.now() - (place + 1) * 31 * HOUR - index * 5 * HOUR),
      })),
    )
    .returning({ id: tables.payments.id, userId: tables.payments.userId, paidAt: tables.payments.paidAt });
  await trx
    .insert(tables.enrollments)
    .values(
      paid.map(({ id, userId, paidAt }) => ({ userId, classId, paymentId: id, price, enrolledAt: paidAt })),
    );
  await trx.update(tables.classes).set({ enroll: paid.length }).where(eq(tables.classes.id, classId));
};

const insertFeedback = async (trx: Transaction, people: People, classIds: Map<string, string>) => {
  await trx.insert(tables.feedback).values(
    DEMO_FEEDBACK.map(([slug, student, rating, feedback], index) => ({
      userId: people.get(DEMO_STUDENTS[student]!.email)!.id,
      classId: classIds.get(slug)!,
      feedback,
      rating,
      createdAt: daysAgo(index * 2 + 1),
      updatedAt: daysAgo(index * 2 + 1),
    })),
  );
};

const seed = async (trx: Transaction): Promise<void> => {
  const people = await insertPeople(trx);
  await insertTeacherRequests(trx, people);
  const classIds = new Map<string, string>();
  for (const [index, entry] of DEMO_CLASSES.entries()) {
    const classId = await insertClass(trx, people, entry, index);
    classIds.set(entry.slug, classId);
    await enrol(trx, people, entry, classId, index);
  }
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
