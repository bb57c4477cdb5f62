import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentIdOf, userIdOf } from '#tests/support/books.ts';
import { addClass, approveClass, buyClass, publishClass } from '#tests/support/classes.ts';
import { approveChange, proposeChange } from '#tests/support/class-changes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { approveTeacher } from '#tests/support/teacher-requests.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';
import { phonePhoto, uploadFile, uploadPicture } from '#tests/support/pictures.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

interface Reference {
  /** What happens to the rows when the user is deleted. */
  onDeletion: 'deleted' | 'kept' | 'unlinked';
  /** The part of the personal data export that shows the rows, or why none does. */
  exported: string;
}

const DECISION = 'no: about another user; the decision itself is in auditTrail';
/** Every column that refers to a user. A new one needs a line here and the code that fulfills it. */
const REFERENCES: Record<string, Reference> = {
  'announcements.hidden_by': { onDeletion: 'kept', exported: DECISION },
  'announcements.user_id': { onDeletion: 'deleted', exported: 'announcements' },
  'audit_trail.actor_id': { onDeletion: 'kept', exported: 'auditTrail' },
  'billing_details.user_id': { onDeletion: 'deleted', exported: 'billingDetails' },
  'class_changes.decided_by': { onDeletion: 'kept', exported: DECISION },
  'class_versions.approved_by': { onDeletion: 'kept', exported: DECISION },
  'classes.decided_by': { onDeletion: 'kept', exported: DECISION },
  // A class with students is hidden, but stays for them.
  'classes.teacher_id': { onDeletion: 'deleted', exported: 'classes' },
  'certificates.user_id': { onDeletion: 'deleted', exported: 'certificates' },
  'enrollments.user_id': { onDeletion: 'kept', exported: 'enrollments' },
  'feedback.hidden_by': { onDeletion: 'kept', exported: DECISION },
  'feedback_replies.user_id': { onDeletion: 'deleted', exported: 'feedbackReplies' },
  'feedback.user_id': { onDeletion: 'deleted', exported: 'feedback' },
  'identity.account.user_id': { onDeletion: 'deleted', exported: 'signIns' },
  'identity.email_link.user_id': { onDeletion: 'deleted', exported: 'no: a secret of one hour' },
  'identity.session.user_id': { onDeletion: 'deleted', exported: 'sessions' },
  'identity.two_factor.user_id': { onDeletion: 'deleted', exported: 'no: secrets' },
  'lesson_notes.user_id': { onDeletion: 'deleted', exported: 'lessonNotes' },
  'posts.hidden_by': { onDeletion: 'kept', exported: DECISION },
  // What others have answered, and answers to others, stay without a name.
  'posts.user_id': { onDeletion: 'unlinked', exported: 'questions' },
  'lesson_progress.user_id': { onDeletion: 'deleted', exported: 'lessonProgress' },
  'email_preferences.user_id': { onDeletion: 'deleted', exported: 'emailPreferences' },
  'notifications.user_id': { onDeletion: 'deleted', exported: 'notifications' },
  'payment_intents.user_id': { onDeletion: 'kept', exported: 'no: what comes of one is in payments' },
  'payments.user_id': { onDeletion: 'kept', exported: 'payments' },
  'files.user_id': { onDeletion: 'deleted', exported: 'files' },
  'pictures.user_id': { onDeletion: 'deleted', exported: 'pictures' },
  'refunds.requested_by': { onDeletion: 'kept', exported: DECISION },
  'reports.user_id': { onDeletion: 'deleted', exported: 'reports' },
  'saved_classes.user_id': { onDeletion: 'deleted', exported: 'savedClasses' },
  'submissions.user_id': { onDeletion: 'deleted', exported: 'submissions' },
  'teacher_bios.hidden_by': { onDeletion: 'kept', exported: DECISION },
  'teacher_bios.user_id': { onDeletion: 'deleted', exported: 'bio' },
  'teacher_requests.decided_by': { onDeletion: 'kept', exported: DECISION },
  'teacher_requests.user_id': { onDeletion: 'deleted', exported: 'teacherRequests' },
  'uploads.user_id': { onDeletion: 'deleted', exported: 'no: what comes of one is in pictures or files' },
  'waiting_list.user_id': { onDeletion: 'deleted', exported: 'waitingLists' },
  'users.identity_id': { onDeletion: 'unlinked', exported: 'person' },
};

let app: TestApp;
let admin: TestUser;
/** A user with a row for every reference. */
let ada: TestUser;
let ids: { user: string; identity: string };
let exported: Record<string, unknown[]>;
let before: Record<string, number>;
let after: Record<string, number>;

const findReferences = async (): Promise<{ column: string; to: 'user' | 'identity' }[]> => {
  const { rows } = await app.pool.query<{ column: string; to: 'user' | 'identity' }>(
    `select replace(c.conrelid::regclass::text, 'public.', '') || '.' || a.attname as column,
            case c.confrelid when 'users'::regclass then 'user' else 'identity' end as to
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('users'::regclass, 'identity.user'::regclass)`,
  );
  return rows;
};

const countRows = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { column, to } of await findReferences()) {
    const [table, name] = [
      column.slice(0, column.lastIndexOf('.')),
      column.slice(column.lastIndexOf('.') + 1),
    ];
    const { rows } = await app.pool.query<{ count: number }>(
      `select count(*)::int from ${table} where ${name} = $1`,
      [ids[to]],
    );
    counts[column] = rows[0]!.count;
  }
  return counts;
};

/** Ada is a student, a teacher and an admin. */
const doEverything = async (): Promise<void> => {
  const ben = await createTeacher(app);
  const classId = await publishClass(app, ben, admin);
  await buyClass(app, ada, classId);
  await app.call('POST', '/feedback', { body: { classId, feedback: 'Fine', rating: 5 }, token: ada.token });
  await app.call('PATCH', `/classes/${classId}/assignments`, {
    body: { title: 'Task', description: 'Do it', marks: 10, date: dayFromNow(30) },
    token: ben.token,
  });
  const { body: work } = await app.call('PUT', `/classes/${classId}/submission`, {
    body: { text: 'Done' },
    token: ada.token,
  });
  await app.call('PATCH', `/submissions/${work._id}`, { body: { marks: 10 }, token: ben.token });
  const lesson = await addLesson(app, ben, await addSection(app, ben, classId));
  await app.call('PUT', `/lessons/${lesson}/progress`, { body: { isDone: true }, token: ada.token });
  await app.call('PUT', `/lessons/${lesson}/note`, { body: { text: 'Mine', version: 0 }, token: ada.token });
  const { body: asked } = await app.call('POST', `/lessons/${lesson}/questions`, {
    body: { text: 'Why?' },
    token: ada.token,
  });
  const { body: answered } = await app.call('POST', `/questions/${asked.insertedId}/answers`, {
    body: { text: 'Buy from me' },
    token: ben.token,
  });
  await app.call('POST', `/posts/${answered.insertedId}/report`, {
    body: { reason: 'Advertising' },
    token: ada.token,
  });
  await app.call('PUT', '/account/billing-details', {
    body: { name: 'Ada & Co.', address: '1 Main Street', taxNumber: 'X 1' },
    token: ada.token,
  });
  const full = await publishClass(app, ben, admin, { price: 0, seats: 1 });
  await app.call('POST', `/classes/${full}/enrollment`, { token: (await createStudent(app)).token });
  await app.call('PUT', `/classes/${full}/waiting-list`, { token: ada.token });
  await app.call('PUT', `/classes/${full}/saved`, { token: ada.token });
  await app.call('POST', `/classes/${await addClass(app, ada)}/announcements`, {
    body: { text: 'Welcome' },
    token: ada.token,
  });
  await app.call('PATCH', `/users/admin/${ids.user}`, { token: admin.token });
  ada = await setUpSecondFactor(app, ada);
  await approveTeacher(app, ada, await createStudent(app));
  await approveClass(app, ada, await addClass(app, ben));
  await approveChange(app, ada, await proposeChange(app, ben, classId, { title: 'A better title' }));
  const student = await createStudent(app);
  const sold = await buyClass(app, student, classId);
  const { body: feedback } = await app.call('POST', '/feedback', {
    body: { classId, feedback: 'Buy from me', rating: 1 },
    token: student.token,
  });
  await app.call('PATCH', `/feedback/hide/${feedback.insertedId}`, {
    body: { reason: 'Advertising' },
    token: ada.token,
  });
  // A class of hers with feedback would stay.
  await app.pool.query(
    "insert into feedback_replies (feedback_id, user_id, text) select $1, id, 'No' from users where email = $2",
    [feedback.insertedId, ada.email],
  );
  const { body: announced } = await app.call('POST', `/classes/${classId}/announcements`, {
    body: { text: 'Buy from me' },
    token: ben.token,
  });
  await app.call('PATCH', `/announcements/hide/${announced.insertedId}`, {
    body: { reason: 'Advertising' },
    token: ada.token,
  });
  for (const { token } of [ada, ben])
    await app.call('PUT', '/bios/own', { body: { bio: 'Buy from me', version: 0 }, token });
  await app.call('PATCH', `/bios/hide/${await userIdOf(app.pool, ben)}`, {
    body: { reason: 'Advertising' },
    token: ada.token,
  });
  await app.call('PATCH', `/posts/hide/${answered.insertedId}`, {
    body: { reason: 'Advertising' },
    token: ada.token,
  });
  await app.call('POST', `/payments/${await paymentIdOf(app.pool, sold)}/refund`, {
    body: { reason: 'Asked for' },
    token: ada.token,
  });
  await app.call('POST', '/account/email-confirmation', { cookie: ada.cookie, token: ada.token });
  await app.pool.query("insert into email_preferences select id, '{sales}' from users where email = $1", [
    ada.email,
  ]);
  await uploadPicture(app, ada, await phonePhoto(200, 100));
  await uploadFile(app, ada, Buffer.from('A note'), 'note.txt');
};

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  ada = await createTeacher(app);
  const { rows } = await app.pool.query<typeof ids>(
    'select id as user, identity_id as identity from users where email = $1',
    [ada.email],
  );
  ids = rows[0]!;
  await doEverything();
  exported = (await app.call('GET', '/account/data', { token: ada.token })).body;
  before = await countRows();
  const { status } = await app.call('DELETE', `/users/${ids.user}`, { token: admin.token });
  expect(status).toBe(200);
  after = await countRows();
});
afterAll(() => app.close());

describe('what refers to a user', () => {
  it('declares how deletion and the personal data export treat it', async () => {
    const found = (await findReferences()).map(({ column }) => column);
    expect(Object.keys(REFERENCES).sort()).toEqual(found.sort());
  });

  it('is not written for a user who has been deleted meanwhile, if deletion removes it', async () => {
    const { rows } = await app.pool.query<{ table: string }>(
      `select distinct tgrelid::regclass::text as table from pg_trigger
        where tgname in ('refuse_deleted_user', 'skip_deleted_user')`,
    );
    const guarded = new Set(rows.map(({ table }) => table));
    const written = Object.entries(REFERENCES).filter(
      // The identity provider's rows end with its user, whose row is deleted.
      ([column, { onDeletion }]) => onDeletion !== 'kept' && !/^(identity|users)\./.test(column),
    );
    for (const [column] of written) expect(guarded, column).toContain(column.split('.')[0]);
  });

  it.each(Object.keys(REFERENCES))('%s is deleted or kept as declared', (column) => {
    expect(before[column], 'rows before').toBeGreaterThan(0);
    expect(after[column]).toBe(REFERENCES[column]!.onDeletion === 'kept' ? before[column] : 0);
  });

  const exportedColumns = Object.keys(REFERENCES).filter(
    (column) => !REFERENCES[column]!.exported.startsWith('no: '),
  );

  it.each(exportedColumns)('%s is in the export as declared', (column) => {
    const part = REFERENCES[column]!.exported;
    if (part === 'person') expect(exported.person).toMatchObject({ email: ada.email });
    else expect(exported[part]).toHaveLength(before[column]!);
  });
});
