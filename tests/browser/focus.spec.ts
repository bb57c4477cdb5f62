import type { Locator, Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { findClass } from './find-class.ts';
import { call, publish } from './purchases.ts';
import {
  confirm,
  expect,
  fillRegistration,
  loginAs,
  newEmail,
  test,
  openPage,
  registerAs,
} from './fixtures.ts';
import { hold } from './hold.ts';
import { open } from './keyboard.ts';

test.describe.configure({ mode: 'parallel' });

const announced = (page: Page): Locator => page.locator('[aria-live=polite]');

const sampleClass = (page: Page) => findClass(page, { q: 'Modern HTML' });

/** Opens a dialog by keyboard and closes it in two ways. Expects the focus to return to the opener each time. */
const expectFocusToReturn = async (page: Page, opener: Locator, leave: string): Promise<void> => {
  for (const close of ['Escape', leave]) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    // A button that moves while it is pressed, because the content arrives, is not clicked.
    await expect(page.getByRole('dialog').getByText('Loading...')).toHaveCount(0);
    if (close === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('dialog').getByRole('button', { name: close, exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
};

test('a student’s dialogs return the focus', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto(`/dashboard/myAssignmentTasks/${await sampleClass(page)}`);
  await expectFocusToReturn(page, page.getByRole('button', { name: /^Submit/ }), 'Cancel');
  await expectFocusToReturn(page, page.getByRole('button', { name: 'Feedback Us' }), 'Close');
});

test('a teacher’s dialogs return the focus', async ({ page }) => {
  await loginAs(page, 'Teacher');
  await page.goto(`/dashboard/teacherClassTask/${await sampleClass(page)}`);
  await expectFocusToReturn(page, page.getByRole('button', { name: 'Edit Assignment' }), 'Cancel');
  await page.goto('/dashboard/myAddedClass?q=modern');
  await expectFocusToReturn(page, page.getByRole('button', { name: /^Feed Back/ }), 'Close');
  await expectFocusToReturn(page, page.getByRole('button', { name: /^Delete/ }), 'Cancel');
});

test('an admin’s dialogs return the focus', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allClassReq?status=Pending');
  const { first } = { first: (name: RegExp) => page.getByRole('button', { name }).first() };
  await expectFocusToReturn(page, first(/^View/), 'Close');
  await expectFocusToReturn(page, first(/^Reject/), 'Cancel');
  await expectFocusToReturn(page, first(/^Approve/), 'Cancel');
  await page.goto('/dashboard/payments');
  await expectFocusToReturn(page, first(/^Refund/), 'Cancel');
});

test('another page has the focus on its heading, and its title is announced', async ({ page }) => {
  await page.goto('/about');
  await expect(announced(page)).toHaveCount(2);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused();
  await expect(announced(page).first()).toHaveText(/^Contact/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await loginAs(page, 'Admin');
  await open(page, '/dashboard/userHome');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'All Users' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'All Users' })).toBeFocused();
  await expect(announced(page).filter({ hasText: /^All Users/ })).toHaveCount(1);
});

test('a menu that is opened while the next page loads stays open', async ({ page }) => {
  await open(page, '/');
  const release = await hold(page, /\/assets\/contacts-page-.*\.js$/, 'GET');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('button', { name: 'Account menu' }).click();
  const login = page.getByRole('link', { name: 'Login' });
  await expect(login).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await expect(announced(page).first()).toHaveText(/^Contact/);
  await login.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeFocused();
});

test('after a registration the focus is on the heading of the next page, and it is announced', async ({
  page,
}) => {
  await open(page, '/registration');
  await fillRegistration(page, newEmail(), 'Fay Focus');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/');
  await expectAnnounced(page, 'Login Successful');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('after a decision or a deletion the focus is in the next row, and it is announced', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const teacher = await openPage(browser, baseURL, 'Teacher');
  await loginAs(admin, 'Admin');
  for (const title of ['Focus of one', 'Focus of two', 'Focus of three'])
    await publish(teacher, admin, { title });
  const response = await call(teacher, 'POST', '/classes', {
    title: 'Focus to approve',
    price: 1,
    description: 'It waits.',
    image: '/pictures/covers/game-feel.svg',
    experience: 'Beginner',
  });
  expect(response.insertedId).toBeTruthy();

  await open(admin, '/dashboard/allClassReq?q=Focus&sort=title');
  await admin.getByRole('button', { name: 'Approve Focus to approve' }).press('Enter');
  await confirm(admin, 'Approve "Focus to approve"?', 'Approve');
  await expectAnnounced(admin, 'Class approved');
  await expect(admin.getByRole('button', { name: 'View Focus to approve' })).toBeFocused();

  await open(teacher, '/dashboard/myAddedClass?q=Focus&sort=title');
  await teacher.getByRole('button', { name: 'Delete Focus of three' }).press('Enter');
  await confirm(teacher, 'Are you sure?', 'Yes, delete it!');
  await expectAnnounced(teacher, 'Class deleted');
  await expect(teacher.getByRole('button', { name: 'Delete Focus of two' })).toBeFocused();
});

test('the last page of a list moves the focus from Next to Previous', async ({ page }) => {
  await page.goto('/allClasses');
  await expect(announced(page)).toHaveCount(2);
  const next = page.getByLabel('Next page');
  await next.press('Enter');
  await expect(next).toBeDisabled();
  await expect(page.getByLabel('Previous page')).toBeFocused();
});

test('a button keeps the focus that was pressed before the focus management arrived', async ({ page }) => {
  await registerAs(page, 'Early Bird');
  const loadFocusManagement = await hold(page, /page-extras/, 'GET');
  const save = await hold(page, /\/saved$/, 'PUT');
  await page.goto(`/classDetail/${await sampleClass(page)}`);
  const button = page.locator('main').getByRole('button', { name: /^Save/ });
  await button.click();
  // The disabled button loses the focus in the next frame.
  await expect(page.locator('body')).toBeFocused();
  loadFocusManagement();
  await expect(announced(page).nth(1)).toBeAttached();
  save();
  await expect(page.getByRole('button', { name: /^Saved/ })).toBeFocused();
});

test('a button that is busy without having been pressed does not get the focus', async ({ page }) => {
  await loginAs(page, 'Admin');
  const loadFocusManagement = await hold(page, /page-extras/, 'GET');
  const endCheck = await hold(page, '**/api/site-health', 'GET');
  await page.goto('/dashboard/siteHealth');
  const button = page.getByRole('button', { name: 'Check again' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  loadFocusManagement();
  await expect(announced(page).nth(1)).toBeAttached();
  endCheck();
  await expect(button).toBeEnabled();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('body')).toBeFocused();
});

test('a form that is replaced by its result moves the focus to the heading', async ({ page }) => {
  await page.goto('/login/forgot');
  // The focus management loads shortly after the form, sooner than a user could fill it in.
  await expect(announced(page)).toHaveCount(2);
  await page.getByLabel('Email').fill('nobody@example.test');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a half-written dialog asks before it closes, and keeps the text', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto(`/dashboard/myAssignmentTasks/${await sampleClass(page)}`);
  const opener = page.getByRole('button', { name: 'Feedback Us' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Feedback Us' });
  const text = dialog.getByLabel('Feedback', { exact: true });
  await text.fill('Half a thou');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of [() => page.keyboard.press('Escape'), () => dialog.getByText('Close').click()]) {
    await leave();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(text).toHaveValue('Half a thou');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});
