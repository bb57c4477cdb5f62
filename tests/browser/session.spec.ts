import type { Locator, Page } from '@playwright/test';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { expectAnnounced } from './announcements.ts';
import { addLesson, addSection, openFreeClass } from './course.ts';
import { hold } from './hold.ts';
import { expect, expectAccessible, fillRegistration, loginAs, newEmail, test } from './fixtures.ts';
import { call } from './purchases.ts';

const readToken = (key: string) => localStorage.getItem(key);

/** Logout closes the menu once it is complete. A click on the button of the menu before that would only close it. */
const expectClosedAccountMenu = (page: Page) => expect(page.getByText(/^Name: /)).toBeHidden();

/** Expects a field whose value the server has refused, with the reason. */
const expectRefused = async (field: Locator, reason: RegExp): Promise<void> => {
  await expect(field).toHaveAccessibleDescription(reason);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
};

test('quick-fill buttons fill in the sample accounts, and login returns to the origin with a toast', async ({
  page,
}) => {
  await page.goto('/dashboard/myEnroll');
  await expect(page).toHaveURL(/\/login$/);
  for (const label of ['User', 'Teacher', 'Admin', 'User'] as const) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(page.getByLabel('Email')).toHaveValue(sampleAccount(label).email);
  }
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectAnnounced(page, 'Login Successful');
  await expect(page).toHaveURL(/myEnroll$/);
  await expect(page.getByText('Login Successful')).toBeHidden();
});

test('login and registration stay busy until the next page is shown, and then announce it', async ({
  page,
}) => {
  const submit = async (button: Locator) => {
    const letThrough = await hold(page, '**/api/jwt', 'POST');
    const asked = page.waitForRequest('**/api/jwt');
    await button.click();
    await asked;
    // Longer than a toast is shown.
    await page.waitForTimeout(2_000);
    await expect(button).toBeDisabled();
    await expect(page.getByText('Login Successful')).toHaveCount(0);
    letThrough();
    await expectAnnounced(page, 'Login Successful');
    await expect(page).toHaveURL('/');
  };
  await page.goto('/login');
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await submit(page.getByRole('button', { name: 'Login', exact: true }));
  await page.context().clearCookies();
  await page.goto('/registration');
  await fillRegistration(page, newEmail(), 'Somebody');
  await submit(page.getByRole('button', { name: 'Register' }));
});

test('the token is in storage while signed in, and logout removes it', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/');
  await expect.poll(() => page.evaluate(readToken, STORAGE_KEYS.accessToken)).toMatch(/^ey/);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText('Name: Samir Patel')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectClosedAccountMenu(page);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(() => page.evaluate(readToken, STORAGE_KEYS.accessToken)).toBeNull();
});

test('the token is renewed five minutes before it ends', async ({ page }) => {
  await page.clock.install();
  await loginAs(page, 'User');
  await page.goto('/');
  await expect.poll(() => page.evaluate(readToken, STORAGE_KEYS.accessToken)).toMatch(/^ey/);
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/jwt')) renewals += 1;
  });
  await page.clock.fastForward('54:00');
  expect(renewals).toBe(0);
  await page.clock.fastForward('02:00');
  await expect.poll(() => renewals).toBe(1);
});

test.describe('refusals', () => {
  test.use({ expectedErrors: /40[0139] \(|422 \(/ });

  test('a wrong password shows an error under the form, with what to do next', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('student@classharbor.test');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Incorrect email or password. Please try again, or choose “Forgot your password?” to set a new one.',
    );
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  });

  test('a taken address shows an error on registration', async ({ page }) => {
    await page.goto('/registration');
    await fillRegistration(page, 'student@classharbor.test', 'Somebody');
    await page.getByRole('button', { name: 'Register' }).click();
    await expectRefused(page.getByLabel('Email'), /An account with this email already exists/);
  });

  test('a common password shows an error on registration', async ({ page }) => {
    await page.goto('/registration');
    await fillRegistration(page, newEmail(), 'Somebody');
    await page.getByLabel('Password').fill('Password1');
    await page.getByRole('button', { name: 'Register' }).click();
    await expectRefused(page.getByLabel('Password'), /This password is too common/);
  });

  test('a 401 on the secured client signs out and goes to the login', async ({ page, context }) => {
    await loginAs(page, 'User');
    await page.goto('/dashboard/userHome');
    await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
    // The session is requested before hydration, and again by the identity client. A request after the cookies are
    // gone would sign out by itself.
    await page.waitForFunction(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/auth/get-session'))
          .length === 2,
    );
    await context.clearCookies();
    const link = page.getByRole('link', { name: 'My Enrollment Class' }).first();
    // In one step, because the page makes requests of its own, which would be refused before the click.
    await link.evaluate((element: HTMLElement, key) => {
      localStorage.setItem(key, 'garbled');
      element.click();
    }, STORAGE_KEYS.accessToken);
    await expect(page).toHaveURL(/\/login$/);
    // The screen before stays until this one has loaded, and may have alerts of its own.
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please log in again.');
    await expect.poll(() => page.evaluate(readToken, STORAGE_KEYS.accessToken)).toBeNull();
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/dashboard/);
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectClosedAccountMenu(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a session that ends while a note is written leaves the visitor alone, and the note to its author', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Notes of one student');
  const section = await addSection(teacher, classId, 'Basics');
  const lesson = await addLesson(teacher, section, { title: 'Joints', text: 'A joint holds.' });
  const notes = student.getByRole('textbox', { name: 'Your notes' });
  let saves = 0;
  student.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/note')) saves += 1;
  });
  let progressRead = 0;
  student.on('response', (response) => {
    if (response.url().endsWith('/lesson-progress')) progressRead += 1;
  });
  await student.clock.install();
  await student.goto(`/lesson/${lesson}`);
  await expect(notes).toHaveValue('');
  // The progress is read again once the lesson has been seen. A request after the session would sign out by itself.
  await expect.poll(() => progressRead).toBe(2);
  await student.getByRole('heading', { name: 'Questions and answers' }).scrollIntoViewIfNeeded();
  await expect(student.getByText('No questions yet. Ask the first one.')).toBeVisible();
  const ending = await student.request.post('/api/auth/sign-out', {
    headers: { origin: baseURL! },
    data: {},
  });
  expect(ending.ok()).toBe(true);
  await notes.fill('Glue first');
  await expect(student).toHaveURL(/\/login$/);
  expect(saves).toBe(1);

  // The visitor stays in the same document, in which a forgotten timer would continue.
  await student.getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(student, newEmail(), 'Somebody');
  await student.clock.fastForward(6_000);
  await student.clock.fastForward(6_000);
  await expect(student.getByLabel('Name')).toHaveValue('Somebody');
  await expect(student).toHaveURL(/\/registration$/);
  await student.getByRole('link', { name: 'Login', exact: true }).click();
  await student.getByRole('button', { name: 'Teacher', exact: true }).click();
  await student.getByRole('button', { name: 'Login', exact: true }).click();
  await expectAnnounced(student, 'Login Successful');
  await student.clock.fastForward(6_000);
  await student.goto(`/lesson/${lesson}`);
  await expect(notes).toHaveValue('');
  expect(saves).toBe(1);
  expect(await call(teacher, 'GET', `/lessons/${lesson}/note`)).toMatchObject({ text: '', version: 0 });

  await loginAs(student, 'User');
  await student.goto(`/lesson/${lesson}`);
  await expect(notes).toHaveValue('Glue first');
  await expect(student.getByText('Saved', { exact: true })).toBeVisible();
});

test.describe('a server that cannot be reached', () => {
  test.use({ expectedErrors: /net::ERR_/ });

  test('shows an error under the login form', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/api/auth/sign-in/**', (route) => route.abort());
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('We can’t reach the server');
  });
});

test('registration names each field that is missing or wrong', async ({ page }) => {
  await page.goto('/registration');
  await page.getByRole('button', { name: 'Register' }).click();
  for (const text of ['Email is required', 'Name is required', 'Password must be at least 6 characters']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.getByLabel('Photo URL').fill('javascript:alert(1)');
  await expect(page.getByText('Enter a URL that starts with http')).toBeVisible();
  await expectAccessible(page);
});

test('the profile shows role, phone and email, and changes of name and photo stay', async ({ page }) => {
  await page.goto('/registration');
  const email = newEmail();
  await fillRegistration(page, email, 'First Name');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/');
  await page.goto('/dashboard/studentProf');
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  await expect(profile).toContainText('Student');
  await expect(profile).toContainText('+1 (555) 010-1999');
  await expect(profile).toContainText(email);
  await page.getByLabel('Name').fill('Second Name');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Second Name');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Second Name');
});
