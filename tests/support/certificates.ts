import { buyClass, publishClass } from './classes.ts';
import { addLesson, addSection } from './curriculum.ts';
import { dayFromNow } from './days.ts';
import type { TestApp } from './test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from './users.ts';

/** Graded with up to ten marks. */
const TASK = { title: 'A chair', description: 'Build it', marks: 10, date: dayFromNow(30) };

/** A teacher's published class, and the actions of its students. */
export class Course {
  readonly app: TestApp;
  readonly admin: TestUser;
  readonly teacher: TestUser;
  classId!: string;
  section!: string;
  lessons: string[] = [];

  private constructor(app: TestApp, people: { admin: TestUser; teacher: TestUser }) {
    this.app = app;
    ({ admin: this.admin, teacher: this.teacher } = people);
  }

  static async create(app: TestApp): Promise<Course> {
    return new Course(app, { admin: await signInAs(app, 'Admin'), teacher: await createTeacher(app) });
  }

  /** Creates a new class with these lessons and, by default, an assignment. */
  async renew({ lessons = ['One', 'Two'], assignment = true } = {}): Promise<void> {
    this.classId = await publishClass(this.app, this.teacher, this.admin);
    this.section = await addSection(this.app, this.teacher, this.classId);
    this.lessons = [];
    for (const title of lessons) {
      this.lessons.push(await addLesson(this.app, this.teacher, this.section, { title }));
    }
    if (assignment) await this.setAssignment();
  }

  setAssignment(more: object = {}) {
    const body = { ...TASK, ...more };
    return this.app.call('PATCH', `/classes/${this.classId}/assignments`, {
      body,
      token: this.teacher.token,
    });
  }

  /** Enrolls a new student in the class. @returns the student with the transaction id of the payment */
  async enroll(): Promise<TestUser & { transactionId: string }> {
    const student = await createStudent(this.app);
    return { ...student, transactionId: await buyClass(this.app, student, this.classId) };
  }

  done({ token }: TestUser, lesson: string, isDone = true) {
    return this.app.call('PUT', `/lessons/${lesson}/progress`, { body: { isDone }, token });
  }

  async finishLessons(student: TestUser): Promise<void> {
    for (const lesson of this.lessons) await this.done(student, lesson);
  }

  /** @returns the id of the submission */
  async submit({ token }: TestUser): Promise<string> {
    const path = `/classes/${this.classId}/submission`;
    return (await this.app.call('PUT', path, { body: { text: 'Done' }, token })).body._id as string;
  }

  mark(submission: string, marks: number) {
    return this.app.call('PATCH', `/submissions/${submission}`, {
      body: { marks },
      token: this.teacher.token,
    });
  }

  /** The student's state: the code of the certificate if it is valid, and the assignment. */
  async certificateProgress({
    email,
    token,
  }: TestUser): Promise<{ code: string | null; assignment: string }> {
    const path = `/enrollments?email=${email}&classId=${this.classId}`;
    return (await this.app.call('GET', path, { token })).body[0].certificate;
  }

  /** The paths of the certificates in the student's notifications. */
  async toldOf({ token }: TestUser): Promise<string[]> {
    const { body } = await this.app.call('GET', '/notifications', { token });
    return (body as { kind: string; path: string }[])
      .filter(({ kind }) => kind === 'certificate')
      .map(({ path }) => path);
  }

  async refund(transactionId: string): Promise<void> {
    const { body } = await this.app.call('GET', `/payments?q=${transactionId}`, { token: this.admin.token });
    await this.app.call('POST', `/payments/${body[0]._id}/refund`, {
      body: { reason: 'Asked for' },
      token: this.admin.token,
    });
  }
}
