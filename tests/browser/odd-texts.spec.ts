import type { Browser, Page } from '@playwright/test';
import { call, publish } from './purchases.ts';
import { expect, expectNoSideScroll, fillCard, loginAs, openPage, test } from './fixtures.ts';
import { expectToFit, NAME, NARROW, signUp, TITLE, WORD } from './odd.ts';

interface Odd {
  teacher: Page;
  student: Page;
  classId: string;
}

const asksToTeach = async (page: Page, email: string): Promise<string> => {
  const { insertedId } = await call(page, 'POST', '/teacher-req', {
    name: NAME,
    email,
    title: TITLE,
    image: '/pictures/avatars/09.svg',
    experience: 'Beginner',
    category: 'Web Development',
  });
  return insertedId;
};

const prepare = async (browser: Browser, baseURL: string): Promise<Odd> => {
  const open = () => openPage(browser, baseURL);
  const [admin, teacher, student] = [await open(), await open(), await open()];
  await loginAs(admin, 'Admin');
  const request = await asksToTeach(teacher, await signUp(teacher));
  await call(admin, 'PATCH', `/teacher-req/teacher/${request}`);
  const classId = await publish(teacher, admin, { title: TITLE, description: WORD });
  const task = { title: TITLE, description: WORD, marks: 10, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, task);
  await call(teacher, 'PUT', `/classes/${classId}`, {
    title: `X${TITLE.slice(1)}`,
    description: `X${WORD}`,
    price: 10,
    image: '/pictures/covers/game-feel.svg',
  });
  const studentEmail = await signUp(student);
  await call(student, 'PUT', '/account/billing-details', {
    name: 'B'.repeat(150),
    address: 'a'.repeat(500),
    taxNumber: 't'.repeat(50),
  });
  await student.goto(`/payment?class=${classId}`);
  await expect(student.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await fillCard(student, '4242424242424242');
  await student.getByRole('button', { name: /^Pay/ }).click();
  await expect(student).toHaveURL(/myEnroll$/);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: WORD });
  await call(student, 'POST', '/feedback', {
    classId,
    feedback: WORD,
    rating: 3,
    user: { name: NAME, email: studentEmail, image: '' },
  });
  await asksToTeach(student, studentEmail);
  await call(admin, 'POST', '/edited-posts', {
    slug: 'w'.repeat(80),
    content: { title: TITLE, author: NAME, date: '2026-11-01', picture: '', text: WORD },
    publish: true,
  });
  await call(admin, 'PUT', '/site-pages/terms', {
    content: { title: TITLE, lead: WORD.slice(0, 300), text: `${WORD}\n\n| ${WORD} |\n|-|` },
    publish: true,
    version: 0,
  });
  await admin.context().close();
  return { teacher, student, classId };
};

let prepared: Promise<Odd> | undefined;

test.describe('the longest texts that are allowed fit at 320 and 1280 px', () => {
  test.setTimeout(120_000);
  let odd: Odd;
  test.beforeEach(async ({ browser, baseURL }) => {
    odd = await (prepared ??= prepare(browser, baseURL!));
  });

  test('for a visitor and a student', async () => {
    const { student, classId } = odd;
    await expectToFit(student, [
      '/',
      '/terms',
      '/blogs',
      `/blogs/${'w'.repeat(80)}`,
      `/allClasses?q=${TITLE.slice(0, 90)}`,
      `/classDetail/${classId}`,
      `/payment?class=${classId}`,
      '/teacherReq',
      '/dashboard/userHome',
      '/dashboard/myEnroll',
      `/dashboard/myAssignmentTasks/${classId}`,
      '/dashboard/studentProf',
      '/dashboard/account',
    ]);
    await student.goto('/dashboard/studentProf');
    await student.getByRole('link', { name: /^Receipt/ }).click();
    await expect(student.getByRole('heading', { level: 1, name: /^Receipt ./ })).toBeVisible();
    await expectNoSideScroll(student);
  });

  test('for a teacher', async () => {
    const { teacher, classId } = odd;
    await expectToFit(teacher, [
      '/dashboard/myAddedClass',
      '/dashboard/earnings',
      `/dashboard/updateClass/${classId}`,
      `/dashboard/teacherClassTask/${classId}`,
    ]);
    await teacher.setViewportSize(NARROW);
    await teacher.getByRole('button', { name: /^Grade/ }).click();
    await expect(teacher.getByRole('dialog')).toBeVisible();
    const dialog = teacher.locator('dialog');
    expect(
      await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
  });

  test('for an admin', async ({ page }) => {
    await loginAs(page, 'Admin');
    const of = (screen: string) => `/dashboard/${screen}?q=${NAME.slice(0, 50)}`;
    await expectToFit(
      page,
      ['teachersRequests', 'allClassReq', 'allUsers', 'payments', 'feedback', 'auditTrail'].map(of),
    );
    await expectToFit(page, [
      '/dashboard/classChanges',
      '/dashboard/sitePages',
      '/dashboard/sitePages/terms',
      `/dashboard/blogPosts/${'w'.repeat(80)}`,
    ]);
  });
});

test('people’s texts have the direction of their script', async ({ browser, baseURL }) => {
  const [admin, teacher] = [await openPage(browser, baseURL), await openPage(browser, baseURL)];
  await loginAs(admin, 'Admin');
  await loginAs(teacher, 'Teacher');
  const title = 'تعلم البرمجة 101';
  const id = await publish(teacher, admin, { title, description: 'تعلم كل شيء.' });
  await teacher.goto(`/classDetail/${id}`);
  const heading = teacher.getByRole('heading', { level: 1, name: title });
  expect(await heading.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
  const text = teacher.getByText('تعلم كل شيء.', { exact: true });
  expect(await text.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
  await expect(teacher.getByRole('link', { name: 'Manage this class' })).toBeVisible();
});
