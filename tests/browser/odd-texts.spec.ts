import type { Browser, Page } from '@playwright/test';
import { call, publish } from './purchases.ts';
import {
  DESKTOP,
  expect,
  fillCard,
  expectNoSideScroll,
  loginAs,
  newEmail,
  test,
  openPage,
} from './fixtures.ts';

// The longest texts that are allowed, without a space to break at.
const NAME = 'N'.repeat(100);
const TITLE = 'W'.repeat(150);
const WORD = 'm'.repeat(900);
const NARROW = { width: 320, height: 800 };

/** An address of more than 130 characters that nobody has yet. */
const longEmail = (): string =>
  `${'l'.repeat(20)}${newEmail().replace('@example', `@${'d'.repeat(60)}.${'e'.repeat(30)}`)}`;

interface Odd {
  teacher: Page;
  student: Page;
  classId: string;
}

const signUp = async (page: Page): Promise<string> => {
  const email = longEmail();
  const image = '/pictures/avatars/09.svg';
  const given = { email, name: NAME, password: 'a good password', image };
  expect((await page.request.post('/api/auth/sign-up/email', { data: given })).ok()).toBe(true);
  await call(page, 'POST', '/users', { email, name: NAME, photo: image });
  return email;
};

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
  const studentEmail = await signUp(student);
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
  await admin.context().close();
  return { teacher, student, classId };
};

let prepared: Promise<Odd> | undefined;

const expectToFit = async (page: Page, paths: string[]): Promise<void> => {
  for (const path of paths) {
    await page.setViewportSize(NARROW);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport);
      await test.step(`${path} at ${viewport.width} px`, () => expectNoSideScroll(page));
      // Nothing may be pushed out of a box that hides what does not fit.
      const cut = await page.evaluate(
        () =>
          [...document.querySelectorAll('main :is(h1, h2, h3, p, dd, a.btn, button.btn)')]
            .filter((element) => element.checkVisibility() && !element.closest('.sr-only, .slides, nav'))
            .map((element) => element.getBoundingClientRect())
            .filter(({ left, right, width }) => width > 1 && (right > innerWidth + 1 || left < -1)).length,
      );
      expect(cut, `${path} at ${viewport.width} px: cut off`).toBe(0);
    }
  }
};

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
    await expect(student.getByRole('heading', { level: 1, name: /^Receipt/ })).toBeVisible();
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
