import type { Browser, Page } from '@playwright/test';
import { expect, loginAs, newEmail, test, openPage } from './fixtures.ts';
import { open } from './keyboard.ts';
import { call, publish } from './purchases.ts';
import { PASSWORD } from '#tests/support/password.ts';

const STUDENTS = 7;

/** A class with one page of feedback plus two entries, newest first. */
const reviewedClass = async (browser: Browser, baseURL: string | undefined): Promise<string> => {
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const classId = await publish(teacher, admin, { title: 'Reviewed by many', price: 0 });
  for (let number = 1; number <= STUDENTS; number += 1) {
    const student = await openPage(browser, baseURL);
    const data = {
      email: newEmail(),
      name: `Student ${number}`,
      password: PASSWORD,
      image: '/pictures/avatars/09.svg',
    };
    expect((await student.request.post('/api/auth/sign-up/email', { data })).ok()).toBe(true);
    await call(student, 'POST', '/users', { email: data.email, name: data.name, photo: '' });
    await call(student, 'POST', `/classes/${classId}/enrollment`);
    await call(student, 'POST', '/feedback', {
      classId,
      feedback: `Opinion ${number}`,
      rating: number === 1 ? 5 : 4,
    });
    await student.context().close();
  }
  await Promise.all([admin, teacher].map((page) => page.context().close()));
  return classId;
};

const opinions = (page: Page) =>
  page.getByRole('region', { name: 'What students say' }).getByText(/^Opinion/);
const FIRST = ['Opinion 7', 'Opinion 6', 'Opinion 5', 'Opinion 4', 'Opinion 3'];
const SECOND = ['Opinion 2', 'Opinion 1'];

test('the feedback on a class has pages, without a script too, and browser back works, and its price and average', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const classId = await reviewedClass(browser, baseURL);
  const plain = await (await browser.newContext({ baseURL, javaScriptEnabled: false })).newPage();
  await loginAs(plain, 'User');
  await plain.goto(`/classDetail/${classId}`);
  await expect(opinions(plain)).toHaveText(FIRST);
  await plain.getByRole('link', { name: 'Next page' }).click();
  await expect(plain).toHaveURL(/\?feedback=2#class-feedback$/);
  await expect(opinions(plain)).toHaveText(SECOND);
  await expect(plain.getByRole('heading', { name: 'What students say' })).toBeInViewport();
  await plain.getByRole('link', { name: 'Previous page' }).click();
  await expect(opinions(plain)).toHaveText(FIRST);
  await plain.goto(`/classDetail/${classId}?feedback=9`);
  await plain.getByRole('link', { name: 'See the newest feedback' }).click();
  await expect(opinions(plain)).toHaveText(FIRST);
  await plain.context().close();

  await loginAs(page, 'User');
  await open(page, `/classDetail/${classId}`);
  await expect(page.getByRole('img', { name: '4.1 out of 5 stars' })).toBeVisible();
  await expect(
    page.getByRole('complementary', { name: 'Enrollment' }).getByText('Free', { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await expect(opinions(page)).toHaveText(SECOND);
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'What students say' })).toBeInViewport();
  await page.goBack();
  await expect(opinions(page)).toHaveText(FIRST);
});
