import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { hashPassword } from '../identity/password.ts';
import { DEMO_BIOS } from './bios.ts';
import { daysAgo, HISTORY } from './days.ts';
import { DEMO_ADMIN, DEMO_STUDENT, DEMO_STUDENTS, DEMO_TEACHERS } from './people.ts';
import { SAMPLE_ACCOUNTS } from './sample-accounts.ts';

export interface SeededUser {
  id: string;
  email: string;
}

/** Seeds identities and users. @returns the users by email address */
export const insertPeople = async (trx: Transaction) => {
  const people = [
    { ...DEMO_ADMIN, role: 'admin' as const },
    ...DEMO_TEACHERS.map((person) => ({ ...person, role: 'teacher' as const })),
    { ...DEMO_STUDENT, role: null },
    ...DEMO_STUDENTS.map((person) => ({ ...person, role: null })),
  ].map((person) => ({ ...person, identityId: randomUUID() }));
  await trx.insert(tables.identityUsers).values(
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
    await trx.insert(tables.identityAccounts).values({
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

export type People = Awaited<ReturnType<typeof insertPeople>>;

/** Seeds the approved requests of all teachers and three pending ones. */
export const insertTeacherRequests = async (trx: Transaction, people: People) => {
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
  const pending = DEMO_STUDENTS.slice(20, 23).map(({ name, email, photo }, index) => ({
    userId: people.get(email)!.id,
    name,
    title: ['Freelance web developer', 'Social media manager', 'Level designer'][index]!,
    image: photo,
    experience: 'Mid Level' as const,
    category: (['Web Development', 'Digital Marketing', 'Game Development'] as const)[index]!,
    createdAt: daysAgo(3 - index),
  }));
  const requests = await trx
    .insert(tables.teacherRequests)
    .values([...decided, ...pending])
    .returning();
  await trx.insert(tables.auditTrail).values(
    requests
      .filter(({ decidedAt }) => decidedAt)
      .map(({ id, name, decidedAt }) => ({
        actorId: admin,
        action: 'teacher request approved' as const,
        subjectType: 'teacher request',
        subjectId: id,
        subjectName: name,
        happenedAt: decidedAt!,
      })),
  );
};

/** Seeds what the teachers have written about themselves. */
export const insertBios = async (trx: Transaction, people: People) => {
  await trx.insert(tables.teacherBios).values(
    DEMO_TEACHERS.map(({ name, email }) => ({
      id: people.get(email)!.id,
      text: DEMO_BIOS[name]!,
      updatedAt: daysAgo(HISTORY - 2),
    })),
  );
};
