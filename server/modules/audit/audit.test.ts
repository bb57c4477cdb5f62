import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { addClass, approveClass, buyClass } from '#tests/support/classes.ts';
import { approveTeacher } from '#tests/support/teacher-requests.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAs(app, 'Admin');
  teacher = await createStudent(app);
  await approveTeacher(app, admin, teacher);
});
afterAll(() => app.close());

const audit = (query = '') => app.call('GET', `/audit${query}`, { token: admin.token });
const download = (name: string, by: TestUser = admin) =>
  app.call('GET', `/exports/${name}.csv`, { token: by.token });
/** The lines of a file whose cells hold no line break. */
const linesOf = (body: string): string[] => body.replace('\uFEFF', '').trim().split('\r\n');
/** The cells of a line, all of which are quoted. */
const cellsOf = (line: string): string[] => {
  expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/);
  return line.slice(1, -1).split('","');
};

describe('the audit trail', () => {
  it('records actor, action, subject and time, newest first', async () => {
    const id = await addClass(app, teacher, { title: 'To be decided' });
    await approveClass(app, admin, id);
    await app.call('DELETE', `/classes/${id}`, { token: teacher.token });
    const ada = await createStudent(app, { name: 'Ada Promoted' });
    const { body: users } = await app.call('GET', `/users?q=${ada.email}`, { token: admin.token });
    await app.call('PATCH', `/users/admin/${users[0]._id}`, { token: admin.token });
    const { status, body } = await audit('?limit=4');
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { action: 'user promoted', subject: 'Ada Promoted', actor: { email: admin.email } },
      { action: 'class deleted', subject: 'To be decided', actor: { email: teacher.email } },
      { action: 'class approved', subject: 'To be decided', actor: { email: admin.email } },
      { action: 'teacher request approved', subject: teacher.name },
    ]);
    expect(Math.abs(Date.parse(body[0].date) - Date.now())).toBeLessThan(60_000);
  });

  it('is searched by actor, filtered by action, sorted and paged', async () => {
    const all = await audit();
    const oldest = await audit('?sort=oldest&limit=1');
    expect(oldest.body).toEqual([all.body.at(-1)]);
    expect(oldest.headers.get(TOTAL_COUNT_HEADER)).toBe(String(all.body.length));
    const rejected = await audit('?action=class rejected');
    expect(rejected.body.length).toBeGreaterThan(0);
    for (const entry of rejected.body)
      expect(entry).toMatchObject({ action: 'class rejected', reason: expect.any(String) });
    const own = await audit(`?q=${teacher.email}`);
    expect(own.body.length).toBeGreaterThan(0);
    expect(own.body.length).toBeLessThan(all.body.length);
    for (const { actor } of own.body) expect(actor.email).toBe(teacher.email);
    expect((await audit('?action=nothing')).status).toBe(400);
  });
});

describe('CSV exports', () => {
  it('contain every entry of the audit trail', async () => {
    const { status, headers, body } = await download('audit');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-trail.csv"');
    const lines = linesOf(body);
    expect(cellsOf(lines[0]!)).toEqual([
      'date',
      'actor',
      'actor email',
      'action',
      'subject',
      'subject id',
      'reason',
    ]);
    expect(lines).toHaveLength(Number((await audit()).body.length) + 1);
  });

  it('contain every user, across batches, without passwords', async () => {
    await app.pool.query(
      `insert into users (name, email) select 'Crowd', 'crowd-' || n || '@example.test' from generate_series(1, 2500) n`,
    );
    const lines = linesOf((await download('users')).body);
    const { rows } = await app.pool.query('select count(*)::int from users where deleted_at is null');
    expect(cellsOf(lines[0]!)).toEqual(['id', 'name', 'email', 'role', 'registered']);
    expect(lines).toHaveLength(Number(rows[0].count) + 1);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('contain every payment in major units', async () => {
    const ada = await createStudent(app);
    const transactionId = await buyClass(app, ada);
    const lines = linesOf((await download('payments')).body);
    const { rows } = await app.pool.query('select count(*)::int from payments');
    expect(lines).toHaveLength(Number(rows[0].count) + 1);
    const { body } = await app.call('GET', `/payments?q=${transactionId}`, { token: admin.token });
    expect(lines[1]).toContain(`"${transactionId}","${ada.name}","${ada.email}",`);
    expect(lines[1]).toContain(`"${body[0].price.toFixed(2)}","usd","paid","0.00",`);
  });

  it('quote every cell and escape formulas', async () => {
    await createStudent(app, { name: '=HYPERLINK("https://evil.test"),"x"', email: 'formula@example.test' });
    const { body } = await download('users');
    expect(body).toContain(`"'=HYPERLINK(""https://evil.test""),""x""","formula@example.test"`);
    for (const line of linesOf(body)) cellsOf(line);
  });

  it.each([
    ['\r\n=1+1', '=1+1'],
    ['Ada\r=1+1', 'Ada =1+1'],
    ['Ada\u2028=1+1\u0085@x', 'Ada =1+1 @x'],
    ['\t\u202e=cmd|1', '=cmd|1'],
    ['\n\n', ''],
  ])('have one line per user, whatever a name from an earlier version contains: %j', async (name, shown) => {
    const email = `kept-${Buffer.from(name).toString('hex')}@example.test`;
    await app.pool.query('insert into users (name, email) values ($1, $2)', [name, email]);
    const lines = linesOf((await download('users')).body);
    const cells = lines.map(cellsOf).find((row) => row[2] === email)!;
    expect(cells[1]).toBe(shown.startsWith('=') ? `'${shown}` : shown);
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E]/u);
  });

  it('are for admins', async () => {
    for (const name of ['audit', 'users', 'payments']) {
      expect((await download(name, teacher)).status).toBe(403);
      expect((await app.call('GET', `/exports/${name}.csv`)).status).toBe(401);
    }
  });
});
