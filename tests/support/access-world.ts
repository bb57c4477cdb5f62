import { hkdfSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { userIdOf } from './books.ts';
import { addClass, addDraft, buyClass, publishClass } from './classes.ts';
import { proposeChange } from './class-changes.ts';
import { addLesson, addSection } from './curriculum.ts';
import { dayFromNow } from './days.ts';
import { uploadFile } from './pictures.ts';
import { TEST_SECRET } from './start-test-server.ts';
import { requestToTeach } from './teacher-requests.ts';
import type { TestApp } from './test-app.ts';
import { createAdmin, createStudent, createTeacher, type TestUser } from './users.ts';

/** All kinds of callers. The own teacher teaches the world's class, in which the enrolled student is enrolled. */
export const CALLERS = [
  'anonymous',
  'expired token',
  'deleted user',
  'student',
  'enrolled student',
  'another teacher',
  'own teacher',
  'admin',
] as const;
export type Caller = (typeof CALLERS)[number];

/** One target for each kind of call, and the callers. */
export interface World {
  pendingClass: string;
  draftClass: string;
  soldClass: string;
  freeClass: string;
  /** A proposed change to the free class. */
  change: string;
  submission: string;
  /** A file of the submission. */
  file: string;
  request: string;
  student: TestUser;
  teacher: TestUser;
  /** The teacher has written about themselves. */
  teacherId: string;
  doomedUser: string;
  transactionId: string;
  payment: string;
  /** The receipt of the payment. */
  receipt: string;
  /** A provider event whose last attempt failed. */
  event: string;
  /** A finding of the nightly check of the books. */
  finding: string;
  feedback: string;
  /** A section of the sold class. */
  section: string;
  lesson: string;
  /** The student's question below the lesson, and the teacher's answer. */
  question: string;
  answer: string;
  /** An announcement of the sold class. */
  announcement: string;
  callers: Record<Caller, Partial<TestUser>>;
}

export const task = { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) };

/** An access token that expired an hour ago. */
const expire = async ({ token }: TestUser): Promise<string> => {
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const key = new Uint8Array(hkdfSync('sha256', TEST_SECRET, '', 'classharbor access token', 32));
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('classharbor')
    .setSubject(sub)
    .setIssuedAt(Math.floor(Date.now() / 1_000) - 7_200)
    .setExpirationTime(Math.floor(Date.now() / 1_000) - 3_600)
    .sign(key);
};

/** A class with a student who has paid for it, submitted their work and left feedback. */
const sellClass = async (app: TestApp, teacher: TestUser, admin: TestUser, student: TestUser) => {
  const soldClass = await publishClass(app, teacher, admin);
  await app.call('PATCH', `/classes/${soldClass}/assignments`, { body: task, token: teacher.token });
  const section = await addSection(app, teacher, soldClass);
  const lesson = await addLesson(app, teacher, section);
  const transactionId = await buyClass(app, student, soldClass);
  const { body: file } = await uploadFile(app, student, Buffer.from('My work'), 'work.txt');
  const { body: submission } = await app.call('PUT', `/classes/${soldClass}/submission`, {
    body: { text: 'Done', files: [file._id] },
    token: student.token,
  });
  const { body: feedback } = await app.call('POST', '/feedback', {
    body: { classId: soldClass, feedback: 'Fine', rating: 5 },
    token: student.token,
  });
  const { body: asked } = await app.call('POST', `/lessons/${lesson}/questions`, {
    body: { text: 'Why?' },
    token: student.token,
  });
  const { body: answered } = await app.call('POST', `/questions/${asked.insertedId}/answers`, {
    body: { text: 'Because.' },
    token: teacher.token,
  });
  const { body: announced } = await app.call('POST', `/classes/${soldClass}/announcements`, {
    body: { text: 'Welcome' },
    token: teacher.token,
  });
  const { rows } = await app.pool.query<{ id: string; receipt: string }>(
    `select p.id, d.id as receipt from payments p join accounting_documents d on d.payment_id = p.id
      where p.transaction_id = $1`,
    [transactionId],
  );
  return {
    soldClass,
    section,
    lesson,
    transactionId,
    submission: submission._id as string,
    file: file._id as string,
    feedback: feedback.insertedId as string,
    question: asked.insertedId as string,
    answer: answered.insertedId as string,
    announcement: announced.insertedId as string,
    payment: rows[0]!.id,
    receipt: rows[0]!.receipt,
  };
};

/** An event that could not be processed and is not due for a retry. @returns its id */
const createFailedEvent = async ({ pool }: TestApp, transactionId: string): Promise<string> => {
  const id = `evt_${randomUUID()}`;
  await pool.query(
    `insert into payment_events (id, type, object_id, transaction_id, livemode, failure, happened_at, due_at)
       values ($1, 'payment_intent.succeeded', $2, $2, false, 'Injected', now(), 'infinity')`,
    [id, transactionId],
  );
  return id;
};

/** A finding of the nightly check whose cause has been fixed since. @returns its id */
const createFinding = async ({ pool }: TestApp): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into book_findings (finding) values ('Class 1 counts 2 enrollments and has 1') returning id`,
  );
  return rows[0]!.id;
};

/** Creates users and data that no other world on the same server shares. */
export const createWorld = async (app: TestApp): Promise<World> => {
  const admin = await createAdmin(app);
  const [teacher, other] = [await createTeacher(app), await createTeacher(app)];
  const [student, stranger, deleted, expired, doomed] = [
    await createStudent(app),
    await createStudent(app),
    await createStudent(app),
    await createStudent(app),
    await createStudent(app),
  ];
  const sold = await sellClass(app, teacher, admin, student);
  await app.call('PUT', '/bios/own', { body: { bio: 'I teach', version: 0 }, token: teacher.token });
  const { body: request } = await requestToTeach(app, doomed);
  await app.call('DELETE', `/users/${await userIdOf(app.pool, deleted)}`, { token: admin.token });
  const freeClass = await publishClass(app, teacher, admin, { price: 0 });
  const { _id: change } = await proposeChange(app, teacher, freeClass, { title: 'Another title', price: 0 });
  const expiredToken = await expire(expired);
  await app.call('POST', '/auth/sign-out', { body: {}, cookie: expired.cookie });
  return {
    ...sold,
    pendingClass: await addClass(app, teacher),
    draftClass: await addDraft(app, teacher),
    freeClass,
    change,
    event: await createFailedEvent(app, sold.transactionId),
    finding: await createFinding(app),
    request: request.insertedId,
    student,
    teacher,
    teacherId: await userIdOf(app.pool, teacher),
    doomedUser: await userIdOf(app.pool, doomed),
    callers: {
      anonymous: {},
      'expired token': { token: expiredToken, cookie: expired.cookie },
      'deleted user': deleted,
      student: stranger,
      'enrolled student': student,
      'another teacher': other,
      'own teacher': teacher,
      admin,
    },
  };
};
