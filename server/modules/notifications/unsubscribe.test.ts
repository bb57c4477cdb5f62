import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMAIL_TOPICS, type EmailTopic, NOTIFICATION_KINDS } from '#contract/notifications.ts';
import { buyClass, publishClass } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { emailsDelivered } from '#tests/support/emails.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { TOPIC_OF } from './email-rules.ts';

let mail: MailServer;
let app: TestApp;

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, MAIL_RATE: '1000' });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

/** The facts of any kind with a topic. */
const FACTS = {
  classId: 'x',
  title: 'T',
  assignment: 'A',
  date: '2030-01-31',
  lesson: 'L',
  text: 'Why?',
  path: '/',
  day: '2030-01-31',
  sales: [],
  keptUntil: '2030-01-31T00:00:00Z',
};

type Message = ReturnType<MailServer['to']>[number];

const headerOf = ({ headers }: Message, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** The address that a mail program calls to unsubscribe. */
const addressIn = (message: Message): string => {
  const header = headerOf(message, 'list-unsubscribe')!;
  // White space within an address is not part of it (RFC 2369).
  return /<(.*)>/.exec(header.replaceAll(/\s/g, ''))![1]!;
};

const isOptional = (message: Message): boolean => headerOf(message, 'list-unsubscribe') !== undefined;

/** Calls for a class with the student, who is also sent a receipt. */
const callForClassOf = async (student: TestUser, method: 'POST' | 'PATCH', path: string, body: object) => {
  const teacher = await createTeacher(app);
  const classId = await publishClass(app, teacher, await signInAs(app, 'Admin'));
  await buyClass(app, student, classId);
  await app.call(method, `/classes/${classId}/${path}`, { body, token: teacher.token });
};

const TASK = { title: 'A chair', description: 'Build one', marks: 10, date: dayFromNow(30) };

/** Notifies a user of an event about a topic. Most of the emails do not depend on what is stored. */
const notifyAbout = async (topic: EmailTopic, user: TestUser): Promise<void> => {
  if (topic === 'assignments') return callForClassOf(user, 'PATCH', 'assignments', TASK);
  if (topic === 'announcements') return callForClassOf(user, 'POST', 'announcements', { text: 'Hello' });
  const kind = NOTIFICATION_KINDS.findLast((one) => TOPIC_OF[one] === topic);
  await app.pool.query(
    `insert into notifications (user_id, kind, subject, data, listed)
       select id, $2, 'x', $3, false from users where email = $1`,
    [user.email, kind, FACTS],
  );
};

it.each(EMAIL_TOPICS)('an email about %s is unsubscribed from as mail programs do it', async (topic) => {
  const ada = await createStudent(app, { isConfirmed: true });
  await notifyAbout(topic, ada);
  await emailsDelivered(app);
  const address = addressIn(mail.to(ada.email).find(isOptional)!);
  const mutedTopics = async () =>
    (await app.call('GET', '/account/email-preferences', { token: ada.token })).body.muted as string[];
  const opened = await fetch(address, { redirect: 'manual' });
  expect(opened.status).toBe(303);
  const token = new URL(address).searchParams.get('token');
  expect(opened.headers.get('location')).toBe(`/emailPreferences?token=${token}`);
  expect(await mutedTopics(), 'opening the address changes nothing').toEqual([]);
  expect((await fetch(address, { method: 'POST' })).status).toBe(200);
  expect(await mutedTopics()).toEqual([topic]);
});

it('an optional email is no longer sent once its topic is turned off, until it is turned on again', async () => {
  const ada = await createStudent(app, { isConfirmed: true });
  const grade = async (subject: string) => {
    await app.pool.query(
      `insert into notifications (user_id, kind, subject, data)
         select id, 'submission graded', $2, $3 from users where email = $1`,
      [ada.email, subject, { ...FACTS, marks: 1, outOf: 2, comment: 'שלום' }],
    );
    await emailsDelivered(app);
    return mail.to(ada.email).map((message) => message.subject);
  };
  expect(await grade('first')).toEqual(['“A” was graded']);
  const [message] = mail.to(ada.email);
  expect(headerOf(message!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(message!.html).toMatch(/dir="auto"[^>]*>(<span>)?שלום/);
  const address = addressIn(message!);
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBe(200);
  expect(await grade('second')).toHaveLength(1);
  expect((await app.call('GET', '/account/email-preferences', { token: ada.token })).body).toEqual({
    muted: ['grades'],
  });
  const token = new URL(address).searchParams.get('token')!;
  await app.call('PUT', `/email-preferences?token=${token}`, { body: { muted: [] } });
  expect(await grade('third')).toHaveLength(2);
});

const asForm = (): FormData => {
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  return form;
};

it.each([
  ['multipart/form-data', asForm],
  ['application/x-www-form-urlencoded', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
])('the one-click request is accepted as %s', async (_type, body) => {
  const ada = await createStudent(app, { isConfirmed: true });
  await app.pool.query(
    `insert into notifications (user_id, kind, subject, data, listed)
       select id, 'certificate', 'x', $2, false from users where email = $1`,
    [ada.email, FACTS],
  );
  await emailsDelivered(app);
  const response = await fetch(addressIn(mail.to(ada.email)[0]!), { method: 'POST', body: body() });
  expect(response.status).toBe(200);
  const { body: preferences } = await app.call('GET', '/account/email-preferences', { token: ada.token });
  expect(preferences).toEqual({ muted: ['certificates'] });
});

it('a mandatory email cannot be unsubscribed from', async () => {
  const ada = await createStudent(app);
  await requestToTeach(app, ada);
  await emailsDelivered(app);
  const [message] = mail.to(ada.email);
  expect(headerOf(message!, 'list-unsubscribe')).toBeUndefined();
  expect(headerOf(message!, 'references')).toBeDefined();
});

it('topics that are turned off at the same moment, or while a form is open, all stay off', async () => {
  const ada = await createStudent(app, { isConfirmed: true });
  const kinds = ['new question', 'submission graded', 'feedback reply', 'certificate'];
  await app.pool.query(
    `insert into notifications (user_id, kind, subject, data, listed)
       select id, kind, 'x', $3, false from users, unnest($2::text[]) kind where email = $1`,
    [ada.email, kinds, FACTS],
  );
  await emailsDelivered(app);
  const addresses = mail.to(ada.email).map(addressIn);
  await Promise.all(addresses.map((address) => fetch(address, { method: 'POST' })));
  const path = '/account/email-preferences';
  const muted = async () =>
    (await app.call('GET', path, { token: ada.token })).body.muted.toSorted() as string[];
  expect(await muted()).toEqual(['certificates', 'feedback', 'grades', 'questions']);

  const save = (body: object) => app.call('PUT', path, { body, token: ada.token });
  await save({ muted: ['certificates', 'sales'], seen: ['certificates'] });
  expect(await muted()).toEqual(['certificates', 'feedback', 'grades', 'questions', 'sales']);
  await save({ muted: ['sales'], seen: ['certificates', 'sales'] });
  expect(await muted()).toEqual(['feedback', 'grades', 'questions', 'sales']);
  await save({ muted: ['grades'] });
  expect(await muted()).toEqual(['grades']);
});
