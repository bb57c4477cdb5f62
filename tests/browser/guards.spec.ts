import { findClass } from './find-class.ts';
import { expect, loginAs, test } from './fixtures.ts';
import { DASHBOARD_HEADINGS, OWN } from './screens.ts';

const LOGIN = 'Welcome back';

for (const visitor of ['User', 'Teacher', 'Admin'] as const) {
  test(`each dashboard route shows the role ${visitor} what it may see, signed in throughout`, async ({
    page,
  }) => {
    // Loads more than twenty screens as documents.
    test.slow();
    await loginAs(page, visitor);
    const own = await findClass(page, { q: OWN });
    for (const [route, headings] of Object.entries(DASHBOARD_HEADINGS)) {
      await page.goto(`/dashboard/${route.replace('{own}', own)}`);
      await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(headings[visitor]);
      await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
    }
  });
}

test('an anonymous visitor is sent to the login from each dashboard route, and back after it', async ({
  page,
}) => {
  test.slow();
  const own = await findClass(page, { q: OWN });
  for (const route of Object.keys(DASHBOARD_HEADINGS)) {
    await page.goto(`/dashboard/${route.replace('{own}', own)}`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(LOGIN);
  }
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/siteHealth$/);
});

test('the part of the page that a link names is shown after the login', async ({ page }) => {
  await page.goto('/dashboard/account#account-billing');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/account#account-billing$/);
  await expect(page.locator('#account-billing')).toBeInViewport();
});

test('a student on a teacher’s page reads how to become a teacher', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/addClass');
  await page.getByRole('link', { name: 'Become a teacher' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teach With Us');
});

test.describe('addresses that lead nowhere', () => {
  test.use({ expectedErrors: /40[04] \(/ });

  test('another teacher’s, an unknown and a mistyped class are reported', async ({ page }) => {
    await loginAs(page, 'Teacher');
    const other = await findClass(page, { q: 'pixel platformer' });
    for (const screen of ['updateClass', 'teacherClassTask']) {
      await page.goto(`/dashboard/${screen}/${other}`);
      await expect(page.getByText('This class belongs to another teacher')).toBeVisible();
      for (const id of ['00000000-0000-4000-8000-000000000000', 'mistyped']) {
        await page.goto(`/dashboard/${screen}/${id}`);
        await expect(page.getByText('No class details found.')).toBeVisible();
      }
    }
    await page.getByRole('link', { name: 'View my classes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Added Class');
  });
});
