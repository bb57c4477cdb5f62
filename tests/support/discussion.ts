import { buyClass, publishClass } from './classes.ts';
import { addLesson, addSection } from './curriculum.ts';
import type { ApiResponse, TestApp } from './test-app.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from './users.ts';

interface People {
  admin: TestUser;
  teacher: TestUser;
  /** Students of the class. */
  ada: TestUser;
  ben: TestUser;
  /** A user who is not enrolled in the class. */
  stranger: TestUser;
}

/** The class "Joinery" with its teacher and two students, and for each test a new lesson to ask under. */
export class Discussion {
  readonly app: TestApp;
  readonly people: People;
  readonly classId: string;
  readonly section: string;
  lesson!: string;

  private constructor(app: TestApp, people: People, place: { classId: string; section: string }) {
    this.app = app;
    this.people = people;
    ({ classId: this.classId, section: this.section } = place);
  }

  static async create(app: TestApp): Promise<Discussion> {
    const admin = await signInAs(app, 'Admin');
    const teacher = await createTeacher(app, { name: 'Tess Teacher' });
    const ada = await createStudent(app, { name: 'Ada Asks' });
    const ben = await createStudent(app, { name: 'Ben Answers' });
    const stranger = await createStudent(app);
    const classId = await publishClass(app, teacher, admin, { title: 'Joinery' });
    for (const student of [ada, ben]) await buyClass(app, student, classId);
    const section = await addSection(app, teacher, classId);
    return new Discussion(app, { admin, teacher, ada, ben, stranger }, { classId, section });
  }

  /** Adds a new lesson, a free preview. */
  async renew(): Promise<void> {
    const lesson = { title: 'Dovetails', isPreview: true };
    this.lesson = await addLesson(this.app, this.people.teacher, this.section, lesson);
  }

  list(by: Partial<TestUser> = this.people.ada, query = ''): Promise<ApiResponse> {
    return this.app.call('GET', `/lessons/${this.lesson}/questions${query}`, { token: by.token });
  }

  ask(
    text: unknown = 'Why?',
    by: Partial<TestUser> = this.people.ada,
    lesson = this.lesson,
  ): Promise<ApiResponse> {
    return this.app.call('POST', `/lessons/${lesson}/questions`, { body: { text }, token: by.token });
  }

  answer(id: string, text = 'Because.', by: TestUser = this.people.teacher): Promise<ApiResponse> {
    return this.app.call('POST', `/questions/${id}/answers`, { body: { text }, token: by.token });
  }

  /** Asks a question. @returns its id */
  async asked(text?: string, by?: TestUser): Promise<string> {
    return (await this.ask(text, by)).body.insertedId as string;
  }

  /** Answers a question. @returns the answer's id */
  async answered(id: string, text?: string, by?: TestUser): Promise<string> {
    return (await this.answer(id, text, by)).body.insertedId as string;
  }

  accept(id: string, isAccepted = true, by: TestUser = this.people.teacher): Promise<ApiResponse> {
    return this.app.call('PUT', `/answers/${id}/acceptance`, { body: { isAccepted }, token: by.token });
  }

  edit(id: string, text: string, version: number, by: TestUser = this.people.ada): Promise<ApiResponse> {
    return this.app.call('PUT', `/posts/${id}`, { body: { text, version }, token: by.token });
  }

  remove(id: string, by: TestUser = this.people.ada): Promise<ApiResponse> {
    return this.app.call('DELETE', `/posts/${id}`, { token: by.token });
  }

  hide(id: string, reason = 'Rude'): Promise<ApiResponse> {
    const { admin } = this.people;
    return this.app.call('PATCH', `/posts/hide/${id}`, { body: { reason }, token: admin.token });
  }
}
