import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { booksOfUser, userIdOf } from '#tests/support/books.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { buyClass, classInput, publishClass } from '#tests/support/classes.ts';
import { countWaiting, whileLocked } from '#tests/support/locks.ts';
import { payFor } from '#tests/support/payments.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { requestToTeach } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAdmin, createStudent, createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

// A user is deleted while another user buys their class, or an admin decides on their feedback, classes or requests.
let app: TestApp;
let admin: TestUser;
let other: TestUser;
let eve: TestUser;
let eveId: string;
let ada: TestUser;
let feedbackId: string;
let requestId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  other = await createAdmin(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  eve = await createStudent(app);
  eveId = await userIdOf(app.pool, eve);
  ada = await createStudent(app);
  const classId = await publishClass(app, await createTeacher(app), admin, { price: 0 });
  await app.call('POST', `/classes/${classId}/enrollment`, { token: eve.token });
  const body = { classId, feedback: 'Buy from me', rating: 1 };
  feedbackId = (await app.call('POST', '/feedback', { body, token: eve.token })).body.insertedId;
  requestId = (await requestToTeach(app, eve)).body.insertedId;
});

const isWaiting = async (callers: number): Promise<boolean> => (await countWaiting(app.pool)) >= callers;

/** Blocks the deletion at a row, lets the other admin act meanwhile, and then lets both continue. */
const removeMeanwhile = async (
  row: string,
  id: string,
  act: () => ReturnType<TestApp['call']>,
  waiting = 2,
) => {
  const { removal, acted } = await whileLocked(app.pool, async (holder) => {
    await holder.query(`select from ${row} where id = $1 for update`, [id]);
    const removal = app.call('DELETE', `/users/${eveId}`, { token: admin.token });
    await waitUntil('the deletion waits', () => isWaiting(1));
    let isDone = false;
    const acted = act().finally(() => (isDone = true));
    await waitUntil('the other admin waits or is done', async () => isDone || (await isWaiting(waiting)));
    return { removal, acted };
  });
  return [(await removal).status, (await acted).status];
};

it('does both, if an admin hides feedback', async () => {
  const hide = () =>
    app.call('PATCH', `/feedback/hide/${feedbackId}`, {
      body: { reason: 'Advertising' },
      token: other.token,
    });
  expect(await removeMeanwhile('users', eveId, hide)).toEqual([200, 200]);
});

it('deletes the user first, if they change their profile', async () => {
  const rename = () => app.call('POST', '/auth/update-user', { body: { name: 'Ada' }, cookie: eve.cookie });
  expect(await removeMeanwhile('feedback', feedbackId, rename)).toEqual([200, 401]);
});

it('deletes the user first, if an admin approves a teacher request', async () => {
  const approve = () => app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
  expect(await removeMeanwhile('feedback', feedbackId, approve)).toEqual([200, 404]);
});

it('deletes the user first, if an admin withdraws a class of the user', async () => {
  await app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
  const own = await publishClass(app, eve, admin);
  const body = { status: 'rejected', reason: 'Advertising' };
  const withdraw = () => app.call('PATCH', `/classes/withdraw/${own}`, { body, token: other.token });
  expect(await removeMeanwhile('feedback', feedbackId, withdraw)).toEqual([200, 404]);
});

it('deletes the user first, if they delete a class or add one, which then wait without any lock', async () => {
  await app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
  const own = await publishClass(app, eve, admin);
  const { token } = eve;
  const { removal, deleted, added } = await whileLocked(app.pool, async (holder) => {
    await holder.query('select from feedback where id = $1 for update', [feedbackId]);
    const removal = app.call('DELETE', `/users/${eveId}`, { token: admin.token });
    await waitUntil('the deletion of the user waits', () => isWaiting(1));
    const deleted = app.call('DELETE', `/classes/${own}`, { token });
    const added = app.call('POST', '/classes/drafts', { body: classInput(), token });
    await waitUntil('the calls of the user wait', () => isWaiting(3));
    await holder.query('select from classes where id = $1 for no key update nowait', [own]);
    const { rows } = await holder.query(
      `select from pg_locks waiting join pg_locks held using (pid)
        where not waiting.granted and held.granted and held.locktype = 'advisory'`,
    );
    expect(rows.length, 'locks of the list of classes').toBe(0);
    return { removal, deleted, added };
  });
  expect([(await removal).status, (await deleted).body]).toEqual([200, { deletedCount: 0 }]);
  expect((await added).status).toBe(401);
});

it('deletes the user first, if a teacher grades their submission', async () => {
  const teacher = await createTeacher(app);
  const classId = await publishClass(app, teacher, admin, { price: 0 });
  const task = { title: 'Task', description: 'Do it', marks: 10, date: '2040-01-31' };
  await app.call('PATCH', `/classes/${classId}/assignments`, { body: task, token: teacher.token });
  await app.call('POST', `/classes/${classId}/enrollment`, { token: eve.token });
  const work = await app.call('PUT', `/classes/${classId}/submission`, {
    body: { text: 'Done' },
    token: eve.token,
  });
  const body = { marks: 9, comment: '' };
  const grade = () => app.call('PATCH', `/submissions/${work.body._id}`, { body, token: teacher.token });
  expect(await removeMeanwhile('feedback', feedbackId, grade)).toEqual([200, 404]);
});

it('does both or refunds, if a student buys a class of the user', async () => {
  await app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
  const own = await publishClass(app, eve, admin);
  const offer = (await app.call('GET', `/classes/${own}`)).body;
  const buy = async () => {
    const body = { transactionId: await payFor(app, ada, offer) };
    return app.call('POST', '/payments', { body, token: ada.token });
  };
  const [removed, bought] = await removeMeanwhile('feedback', feedbackId, buy);
  expect(removed).toBe(200);
  const { body: enrollments } = await app.call('GET', `/enrollments?email=${ada.email}`, {
    token: ada.token,
  });
  const { body: payments } = await app.call('GET', `/payments?q=${ada.email}`, { token: admin.token });
  expect([bought, enrollments.length, payments[0].state], 'enrolled or refunded').toEqual(
    enrollments.length === 1 ? [200, 1, 'paid'] : [409, 0, expect.stringMatching(/^refund(ing|ed)$/)],
  );
});

it.each(['enrolls', 'leaves', 'gives feedback', 'pays'])(
  'deletes a teacher first, if a student %s, who then waits without the class',
  async (act) => {
    await app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
    const own = await publishClass(app, eve, admin, { price: act === 'pays' ? 5 : 0 });
    const { token } = ada;
    const enroll = () => app.call('POST', `/classes/${own}/enrollment`, { token });
    if (act === 'leaves' || act === 'gives feedback') await enroll();
    const transactionId =
      act === 'pays' ? await payFor(app, ada, (await app.call('GET', `/classes/${own}`)).body) : '';
    const acts: Record<string, () => ReturnType<TestApp['call']>> = {
      enrolls: enroll,
      leaves: () => app.call('DELETE', `/classes/${own}/enrollment`, { token }),
      'gives feedback': () =>
        app.call('POST', '/feedback', { body: { classId: own, feedback: 'Fine', rating: 4 }, token }),
      pays: () => app.call('POST', '/payments', { body: { transactionId }, token }),
    };
    const { removal, acted } = await whileLocked(app.pool, async (holder) => {
      await holder.query('select from feedback where id = $1 for update', [feedbackId]);
      const removal = app.call('DELETE', `/users/${eveId}`, { token: admin.token });
      await waitUntil('the deletion waits', () => isWaiting(1));
      const acted = acts[act]!();
      await waitUntil('the student waits for the teacher', async () => {
        const { rowCount } = await app.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query like '%for key share of users%' and pid <> pg_backend_pid()`,
        );
        return rowCount === 1;
      });
      await holder.query('select from classes where id = $1 for no key update nowait', [own]);
      return { removal, acted };
    });
    expect((await removal).status).toBe(200);
    expect((await acted).status).toBe({ enrolls: 404, pays: 409 }[act] ?? 200);
  },
);

/** Columns of what users write. */
const WRITTEN = [
  'billing_details.user_id',
  'classes.teacher_id',
  'email_preferences.user_id',
  'feedback.user_id',
  'lesson_notes.user_id',
  'lesson_progress.user_id',
  'notifications.user_id',
  'posts.user_id',
  'reports.user_id',
  'saved_classes.user_id',
  'submissions.user_id',
  'uploads.user_id',
];

it('stores nothing that the user writes meanwhile', async () => {
  const teacher = await createTeacher(app);
  const [own, next] = [
    await publishClass(app, teacher, admin, { price: 0 }),
    await publishClass(app, teacher, admin, { price: 0 }),
  ];
  await app.call('POST', `/classes/${own}/enrollment`, { token: eve.token });
  const lesson = await addLesson(app, teacher, await addSection(app, teacher, own));
  const task = { title: 'Task', description: 'Do it', marks: 10, date: '2040-01-31' };
  await app.call('PATCH', `/classes/${own}/assignments`, { body: task, token: teacher.token });
  await app.call('PATCH', `/teacher-req/teacher/${requestId}`, { token: other.token });
  const ben = await createStudent(app);
  await app.call('POST', `/classes/${own}/enrollment`, { token: ben.token });
  const opinion = { classId: own, feedback: 'Rude words', rating: 1 };
  const { insertedId } = (await app.call('POST', '/feedback', { body: opinion, token: ben.token })).body;
  const { token } = eve;
  const writings: [string, string, object?][] = [
    ['PUT', '/account/billing-details', { name: 'Eve Ltd', address: '5 Home Street', taxNumber: '1' }],
    ['PUT', '/account/email-preferences', { muted: ['sales'] }],
    ['POST', `/lessons/${lesson}/questions`, { text: 'Why?' }],
    ['PUT', `/lessons/${lesson}/note`, { text: 'Mine', version: 0 }],
    ['PUT', `/lessons/${lesson}/progress`, { isDone: true }],
    ['POST', '/feedback', { classId: own, feedback: 'Fine', rating: 4 }],
    ['POST', `/feedback/${insertedId}/report`, { reason: 'Rude' }],
    ['PUT', `/classes/${own}/submission`, { text: 'Done' }],
    ['POST', `/classes/${next}/enrollment`],
    ['PUT', `/classes/${next}/saved`],
    ['POST', '/classes', classInput()],
    ['POST', '/uploads', { purpose: 'picture', size: 3 }],
  ];
  let statuses: number[] = [];
  const write = async () => {
    const responses = await Promise.all(
      writings.map(([method, path, body]) => app.call(method, path, { body, token })),
    );
    statuses = responses.map(({ status }) => status);
    return responses[0]!;
  };
  expect(await removeMeanwhile('feedback', feedbackId, write, writings.length + 1)).toEqual([200, 401]);
  expect(new Set(statuses)).toEqual(new Set([401]));
  for (const column of WRITTEN) {
    const [table, name] = column.split('.');
    const { rowCount } = await app.pool.query(`select from ${table} where ${name} = $1`, [eveId]);
    expect(rowCount, table).toBe(0);
  }
  expect((await booksOfUser(app.pool, eveId)).enrollments, 'the two that were there before').toBe(2);
});

it.each(['the deletion', 'the decision'])(
  'counts a seat once that a lost dispute also frees, after %s',
  async (first) => {
    const classId = await publishClass(app, await createTeacher(app), admin, { seats: 2 });
    await buyClass(app, eve, classId);
    await buyClass(app, await createStudent(app), classId);
    const { rows } = await app.pool.query<{ id: string }>(
      `update payments set dispute_status = 'lost', lost_amount = amount, disputed_at = now()
      where user_id = $1 returning id`,
      [eveId],
    );
    const body = { decision: 'end', reason: 'The bank has decided' };
    const acts = [
      () => app.call('DELETE', `/users/${eveId}`, { token: admin.token }),
      () => app.call('POST', `/payments/${rows[0]!.id}/dispute-decision`, { body, token: other.token }),
    ];
    if (first === 'the decision') acts.reverse();
    const { begun, followed } = await whileLocked(app.pool, async (holder) => {
      await holder.query('select from classes where id = $1 for update', [classId]);
      const begun = acts[0]!();
      await waitUntil('the first waits', () => isWaiting(1));
      const followed = acts[1]!();
      await waitUntil('both wait', () => isWaiting(2));
      return { begun, followed };
    });
    expect([(await begun).status, (await followed).status]).toEqual([200, 200]);
    const { rows: seats } = await app.pool.query('select enroll, vacated from classes where id = $1', [
      classId,
    ]);
    expect(seats).toEqual([{ enroll: 1, vacated: 0 }]);
  },
);
