import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import {
  accessTokenOf,
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  openPage,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';
import { PASSWORD } from '#tests/support/password.ts';

const chooseMode = async (page: Page, label: string): Promise<void> => {
  await page.goto('/dashboard/invitations');
  await page.getByRole('radio', { name: label }).check();
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(save).toBeDisabled();
  await expectAnnounced(page, 'Registration saved');
};

/** Fills in the rest of the form and registers. */
const register = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Photo URL').fill('/pictures/avatars/05.svg');
  await page.getByRole('button', { name: 'Register' }).click();
  await expectAnnounced(page, 'Login Successful');
};

test.afterEach(async ({ page }) => {
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const settings = await page.request.get('/api/site-settings', { headers });
  const { version } = (await settings.json()) as { version: number };
  const data = { mode: 'open', version };
  expect((await page.request.put('/api/registration', { headers, data })).ok()).toBe(true);
});

test('an admin requires invitations, creates a link, and a user registers with it', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(DESKTOP);
  await loginAs(page, 'Admin');
  await chooseMode(page, 'By invitation');
  await page.getByLabel('Accounts', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('New link').inputValue();
  await expectAnnounced(page, 'Link created');
  const table = page.getByRole('table', { name: 'Invitations' });
  await expect(table.getByText('0 of 1')).toBeVisible();
  await expectAccessible(page);

  const visitor = await openPage(browser, baseURL, undefined, { viewport: PHONE });
  await setTheme(visitor, 'dark');
  await visitor.goto('/registration');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Registration is by invitation');
  await expect(visitor.getByLabel('Email')).toHaveCount(0);
  await expectNoSideScroll(visitor);
  await expectAccessible(visitor);
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('You’re invited');
  await expectAccessible(visitor);
  await visitor.getByLabel('Email').fill('ida@example.test');
  await register(visitor, 'Ida');
  await visitor.context().close();

  await page.reload();
  await expect(table.getByText('1 of 1')).toBeVisible();
  await expect(table.getByText('Used', { exact: true })).toBeVisible();
});

test('an admin reads that invitations are not counted while everyone can register', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/invitations');
  const note = page.getByText('While everyone can register, invitations don’t limit anything');
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await chooseMode(page, 'By invitation');
  await expect(note).toHaveCount(0);
});

test('a user who is logged in and opens an invitation reads that they have an account', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/invitations');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.goto(await page.getByLabel('New link').inputValue());
  await expectAnnounced(page, 'You already have an account');
  await expect(page).toHaveURL(/\/$/);
});

test('an invited address is filled in, on a phone', async ({ page, browser, baseURL }) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Admin');
  await chooseMode(page, 'By invitation');
  await page.getByLabel('Email addresses').fill('no address');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('no is not an email address')).toBeVisible();
  await page.getByLabel('Email addresses').fill('iva@example.test, admin@classharbor.test');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expectAnnounced(page, 'One person invited');
  const known = page.getByText('Already have an account: admin@classharbor.test');
  await expect(known).toBeVisible();
  // A toast would be gone.
  await expect(page.getByText('One person invited')).toHaveCount(0);
  await expect(known).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);

  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const response = await page.request.get('/api/invitations?q=iva', { headers });
  const [{ link }] = (await response.json()) as [{ link: string }];
  const visitor = await openPage(browser, baseURL, undefined, { viewport: PHONE });
  await visitor.goto(link);
  await expect(visitor.getByLabel('Email')).toHaveValue('iva@example.test');
  await expect(visitor.getByLabel('Email')).toHaveAttribute('readonly');
  await register(visitor, 'Iva');
  await visitor.context().close();
});

test('a new link can be copied next to its field', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/invitations');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('New link').inputValue();
  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  await expectAnnounced(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectNoSideScroll(page);
});

test('a link that the browser does not copy is shown, selected', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/invitations');
  // A number that no other link of these tests has: the list may not show the new link yet.
  await page.getByLabel('Accounts', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('New link').inputValue();
  // As on a site that is not served over HTTPS.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy link: Link for 7 people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the link' });
  const field = dialog.getByLabel('Link', { exact: true });
  await expect(field).toHaveValue(link);
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => window.getSelection()!.toString())).toBe(link);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

test.describe('a closed site', () => {
  test.use({ expectedErrors: /status of 410/ });

  test('says so, and a revoked link says why it does not work', async ({ page, browser, baseURL }) => {
    await loginAs(page, 'Admin');
    await chooseMode(page, 'No one');
    const visitor = await openPage(browser, baseURL, undefined, { viewport: PHONE });
    await visitor.goto('/registration/invitation?token=made-up');
    await expect(visitor.getByRole('alert')).toContainText('Registration is closed at the moment');
    await expectAccessible(visitor);
    await visitor.goto('/registration');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Registration is closed');
    await expectAccessible(visitor);
    await visitor.getByRole('link', { name: 'Login' }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
    await visitor.context().close();
  });
});
