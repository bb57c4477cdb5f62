import { eq } from 'drizzle-orm';
import { DEFAULT_TIME_ZONE, endOfDay } from '#contract/deadline.ts';
import { DEFAULT_CURRENCY } from '#contract/currencies.ts';
import { toMinorUnits } from '#contract/money.ts';
import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import type { DemoClass } from './classes/demo-class.ts';
import { DEMO_CLASSES } from './classes.ts';
import { daysAgo, HISTORY, HOUR } from './days.ts';
import { DEMO_TRANSACTION } from './demo-payments.ts';
import { DEMO_FEEDBACK } from './feedback.ts';
import { DEMO_ADMIN, DEMO_STUDENT, DEMO_STUDENTS, DEMO_TEACHERS } from './people.ts';
import type { People } from './seed-people.ts';
import { DEMO_SUBMISSIONS } from './submissions.ts';

/** The classes that the sample student is enrolled in. */
const SAMPLE_STUDENT_CLASSES = ['modern-html-css', 'pixel-platformer', 'typography-that-works'];

const insertClass = async (
  trx: Transaction,
  people: People,
  entry: DemoClass,
  index: number,
): Promise<string> => {
  const status = entry.status ?? 'approve';
  // A step that is coprime to the number of classes mixes the categories over time.
  const createdAt = daysAgo(HISTORY - 2 - ((index * 7) % DEMO_CLASSES.length) * 3);
  const { startsInDays, ...written } = entry;
  const [row] = await trx
    .insert(tables.classes)
    .values({
      ...written,
      startsOn: startsInDays === undefined ? null : daysAgo(-startsInDays).toISOString().slice(0, 10),
      teacherId: people.get(DEMO_TEACHERS[entry.teacher]!.email)!.id,
      image: `/pictures/covers/${entry.slug}.svg`,
      price: toMinorUnits(entry.price),
      status,
      createdAt,
      ...(status !== 'Pending' && {
        decidedAt: new Date(createdAt.getTime() + 20 * HOUR),
        decidedBy: people.get(DEMO_ADMIN.email)!.id,
      }),
    })
    .returning();
  const { id, title, reason, description, price, decidedAt, decidedBy } = row!;
  if (decidedAt) {
    await trx.insert(tables.auditTrail).values({
      actorId: people.get(DEMO_ADMIN.email)!.id,
      action: status === 'approve' ? 'class approved' : 'class rejected',
      subjectType: 'class',
      subjectId: id,
      subjectName: title,
      details: { reason: reason ?? undefined },
      happenedAt: decidedAt,
    });
  }
  if (status === 'approve') {
    await trx.insert(tables.classVersions).values({
      classId: id,
      number: 1,
      title,
      price,
      description,
      approvedBy: decidedBy,
      createdAt: decidedAt!,
    });
  }
  if (entry.proposed) {
    const proposedAt = daysAgo(1);
    await trx
      .insert(tables.classChanges)
      .values({ classId: id, ...entry.proposed, createdAt: proposedAt, updatedAt: proposedAt });
  }
  return id;
};

const insertAssignment = async (
  trx: Transaction,
  classId: string,
  { daysLeft, ...assignment }: NonNullable<DemoClass['assignment']>,
): Promise<string> => {
  const dueDate = daysAgo(-daysLeft).toISOString().slice(0, 10);
  const [row] = await trx
    .insert(tables.assignments)
    .values({ ...assignment, classId, dueDate, dueAt: endOfDay(dueDate, DEFAULT_TIME_ZONE) })
    .returning({ id: tables.assignments.id });
  return row!.id;
};

/** The students of a class: the sample student if listed, the authors of its feedback, and others in turn; then those in line. */
const candidatesOf = (entry: DemoClass, index: number): string[] => {
  const authors = DEMO_FEEDBACK.filter(([slug]) => slug === entry.slug).map(
    ([, student]) => DEMO_STUDENTS[student]!.email,
  );
  const sample = SAMPLE_STUDENT_CLASSES.includes(entry.slug) ? [DEMO_STUDENT.email] : [];
  const others = DEMO_STUDENTS.map(
    (_, place) => DEMO_STUDENTS[(place + index * 7) % DEMO_STUDENTS.length]!.email,
  );
  return [...new Set([...sample, ...authors, ...others])];
};

const studentsOf = (entry: DemoClass, index: number): string[] =>
  candidatesOf(entry, index).slice(0, entry.students);

const insertWaitingList = async (
  trx: Transaction,
  people: People,
  entry: DemoClass,
  classId: string,
  index: number,
) => {
  const { students, inLine = 0 } = entry;
  const emails = candidatesOf(entry, index).slice(students, students + inLine);
  if (emails.length === 0) return;
  await trx.insert(tables.waitingList).values(
    emails.map((email, place) => ({
      userId: people.get(email)!.id,
      classId,
      createdAt: daysAgo(inLine - place),
    })),
  );
};

const enroll = async (trx: Transaction, people: People, entry: DemoClass, classId: string, index: number) => {
  const emails = studentsOf(entry, index);
  if (emails.length === 0) return;
  const price = toMinorUnits(entry.price);
  const paid = await trx
    .insert(tables.payments)
    .values(
      emails.map((email, place) => ({
        transactionId: `${DEMO_TRANSACTION}${entry.slug.replaceAll('-', '_')}_${place + 1}`,
        userId: people.get(email)!.id,
        classId,
        email,
        amount: price,
        currency: DEFAULT_CURRENCY,
        livemode: false,
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

const insertSubmissions = async (
  trx: Transaction,
  people: People,
  entry: DemoClass,
  assignmentId: string,
  index: number,
) => {
  const students = studentsOf(entry, index).filter((email) => email !== DEMO_STUDENT.email);
  const submissions = DEMO_SUBMISSIONS.filter(({ slug }) => slug === entry.slug);
  if (submissions.length === 0) return;
  await trx.insert(tables.submissions).values(
    submissions.map(({ student, text, link, daysAgo: days, mark }) => ({
      assignmentId,
      userId: people.get(student === 'sample' ? DEMO_STUDENT.email : students[student]!)!.id,
      text,
      link,
      late: false,
      submittedAt: daysAgo(days),
      ...(mark && { ...mark, markedAt: daysAgo(days - 1) }),
    })),
  );
};

/** Seeds classes with students, assignments and submissions. @returns the ids of the classes by slug */
export const insertClasses = async (trx: Transaction, people: People): Promise<Map<string, string>> => {
  const classIds = new Map<string, string>();
  for (const [index, entry] of DEMO_CLASSES.entries()) {
    const classId = await insertClass(trx, people, entry, index);
    classIds.set(entry.slug, classId);
    await enroll(trx, people, entry, classId, index);
    await insertWaitingList(trx, people, entry, classId, index);
    if (!entry.assignment) continue;
    const assignmentId = await insertAssignment(trx, classId, entry.assignment);
    await insertSubmissions(trx, people, entry, assignmentId, index);
  }
  return classIds;
};
