import { buyClass, publishClass } from './classes.ts';
import type { TestApp } from './test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from './users.ts';

/** Why an admin hides feedback. */
export const REASON = 'Advertising';

/** The people around feedback. */
export const createPeople = async (app: TestApp) => ({
  admin: await signInAs(app, 'Admin'),
  teacher: await createTeacher(app),
  ada: await createStudent(app, { name: 'Ada Angry' }),
  ben: await createStudent(app),
});
export type People = Awaited<ReturnType<typeof createPeople>>;

let counter = 0;

/** A class with feedback of two students, and what people do with it. */
export class RatedClass {
  readonly app: TestApp;
  readonly people: People;
  readonly title: string;
  classId = '';
  /** Ada's feedback: one star. Ben gave five. */
  feedbackId = '';

  private constructor(app: TestApp, people: People, title: string) {
    this.app = app;
    this.people = people;
    this.title = title;
  }

  static async open(app: TestApp, people: People): Promise<RatedClass> {
    counter += 1;
    const rated = new RatedClass(app, people, `Moderated ${counter}`);
    const { admin, teacher, ada, ben } = people;
    rated.classId = await publishClass(app, teacher, admin, { title: rated.title });
    for (const student of [ada, ben]) await buyClass(app, student, rated.classId);
    rated.feedbackId = (await rated.give({ feedback: 'Buy from me instead!', rating: 1 })).body.insertedId;
    await rated.give({ feedback: 'Sturdy.', rating: 5 }, ben);
    return rated;
  }

  give = (more: object, by: TestUser = this.people.ada) =>
    this.app.call('POST', '/feedback', {
      body: { classId: this.classId, rating: 3, feedback: 'Fine', ...more },
      token: by.token,
    });

  hide = (id: string = this.feedbackId, by: TestUser = this.people.admin, reason: unknown = REASON) =>
    this.app.call('PATCH', `/feedback/hide/${id}`, { body: { reason }, token: by.token });

  show = (id: string = this.feedbackId, by: TestUser = this.people.admin) =>
    this.app.call('PATCH', `/feedback/show/${id}`, { token: by.token });

  publicIds = async (query = ''): Promise<string[]> =>
    (await this.app.call('GET', `/feedback${query}`)).body.map(({ _id }: { _id: string }) => _id);
}
