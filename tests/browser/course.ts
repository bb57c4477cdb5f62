import type { Browser, Locator, Page } from '@playwright/test';
import { expect, openPage } from './fixtures.ts';
import { call, publish } from './purchases.ts';

/** A free class with an enrolled student, and the browsers of the admin, the teacher and the student. */
export const openFreeClass = async (browser: Browser, baseURL: string | undefined, title: string) => {
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const student = await openPage(browser, baseURL, 'User');
  const classId = await publish(teacher, admin, { title, price: 0 });
  await call(student, 'POST', `/classes/${classId}/enrollment`);
  return { admin, teacher, student, classId };
};

/** @returns the id of a new section */
export const addSection = async (teacher: Page, classId: string, title: string): Promise<string> =>
  (await call(teacher, 'POST', `/classes/${classId}/sections`, { title })).insertedId;

/** Adds a published lesson, by default an article without minutes. @returns its id */
export const addLesson = async (
  teacher: Page,
  section: string,
  lesson: { title: string; kind?: string; text?: string; minutes?: number; isPreview?: boolean },
): Promise<string> => {
  const input = { kind: 'article', minutes: null, isPreview: false, text: '', video: '', ...lesson };
  const { kind, title } = input;
  const { insertedId } = await call(teacher, 'POST', `/sections/${section}/lessons`, { kind, title });
  await call(teacher, 'PUT', `/lessons/${insertedId}`, { ...input, status: 'published', version: 1 });
  return insertedId;
};

/** The saved position of a student in a lesson's video, in seconds. */
export const keptPosition = async (student: Page, lesson: string): Promise<number | undefined> => {
  const stored: object = await call(student, 'GET', `/lessons/${lesson}`);
  return (stored as { progress?: { position: number } }).progress?.position;
};

/** A free class with a lesson, and an enrolled student. */
export const openCourse = async (browser: Browser, baseURL: string, title: string) => {
  const { classId, ...people } = await openFreeClass(browser, baseURL, title);
  const section = await addSection(people.teacher, classId, 'Basics');
  const lesson = { title: 'Joints', minutes: 5, text: 'A joint holds.' };
  return { ...people, classId, lesson: await addLesson(people.teacher, section, lesson) };
};

/** The questions below a lesson. */
export const discussion = (page: Page): Locator =>
  page.getByRole('region', { name: 'Questions and answers' });

/** Expects that the question that a link leads to has loaded, which moves the focus there. */
export const expectLinkedQuestion = (page: Page): Promise<void> => {
  const question = page.getByRole('article', { name: /^Question from/ });
  return expect(page.getByRole('listitem').filter({ has: question })).toBeFocused();
};
