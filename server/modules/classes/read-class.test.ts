import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClass } from '#tests/support/classes.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let student: TestUser;
let sampleStudent: TestUser;
let teacher: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  student = await createStudent(app);
  sampleStudent = await signInAs(app, 'User');
  teacher = await signInAs(app, 'Teacher');
  admin = await signInAs(app, 'Admin');
});
afterAll(() => app.close());

/** A class of the sample data. */
const classIn = async (status: string): Promise<string> => {
  const { rows } = await app.pool.query<{ id: string }>('select id from classes where status = $1 limit 1', [
    status,
  ]);
  return rows[0]!.id;
};

describe('GET /classes/{id}', () => {
  const read = (id: string, token?: string) => app.call('GET', `/classes/${id}`, { token });

  it('returns an approved class to anyone', async () => {
    const { status, body } = await read(await classIn('approve'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'approve', price: expect.any(Number), enroll: expect.any(Number) });
  });

  it.each(['Pending', 'rejected'])(
    'hides a %s class from visitors and students, but not from admins',
    async (state) => {
      const id = await classIn(state);
      for (const token of [undefined, student.token]) expect((await read(id, token)).status).toBe(404);
      expect((await read(id, admin.token)).status).toBe(200);
    },
  );

  it('hides a pending class from other teachers', async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `select c.id from classes c join users u on u.id = c.teacher_id where c.status = 'Pending' and u.email <> $1 limit 1`,
      [teacher.email],
    );
    expect((await read(rows[0]!.id, teacher.token)).status).toBe(404);
    expect((await read(await addClass(app, teacher), teacher.token)).status).toBe(200);
  });

  it('shows the assignment to students of the class, its teacher and admins only', async () => {
    const { body } = await app.call('GET', `/enrollments?email=${sampleStudent.email}`, {
      token: sampleStudent.token,
    });
    const enrolled = body.find(
      ({ myClass }: { myClass: { title: string } }) => myClass.title === 'Make a pixel platformer',
    );
    const id = enrolled.myClass._id;
    for (const token of [sampleStudent.token, admin.token]) {
      expect((await read(id, token)).body.assignments).toMatchObject({ marks: 50 });
    }
    for (const token of [undefined, student.token, teacher.token]) {
      expect((await read(id, token)).body).not.toHaveProperty('assignments');
    }
  });

  it('keeps a hidden class for its students', async () => {
    const { body } = await app.call('GET', `/enrollments?email=${sampleStudent.email}`, {
      token: sampleStudent.token,
    });
    const id = body[0].myClass._id;
    await app.pool.query('update classes set hidden_at = now() where id = $1', [id]);
    expect((await read(id)).status).toBe(404);
    expect((await read(id, sampleStudent.token)).status).toBe(200);
    await app.pool.query('update classes set hidden_at = null where id = $1', [id]);
  });

  it('is 400 for a malformed id and 404 for an unknown one', async () => {
    const malformed = await read('12345');
    expect(malformed.status).toBe(400);
    expect(malformed.body.error.fields).toHaveProperty('id');
    expect((await read(randomUUID())).status).toBe(404);
  });
});
