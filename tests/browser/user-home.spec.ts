import { expect, expectAccessible, loginAs, openPage, registerAs, test } from './fixtures.ts';
import { call } from './purchases.ts';

test('an admin sees what is awaiting a decision, with links to it', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/userHome');
  const work = page.getByRole('region', { name: 'Waiting for you' });
  const classes = work.getByRole('link', { name: /^\d+ new class(es)?$/ });
  const count = Number.parseInt((await classes.textContent())!);
  await expectAccessible(page);
  const tile = page.getByRole('main').getByRole('link', { name: /^All Users Everyone/ });
  expect((await work.boundingBox())!.y).toBeLessThan((await tile.boundingBox())!.y);
  await classes.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Classes Requests');
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Approve/ }) });
  await expect(rows).toHaveCount(count);
  await rows
    .first()
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(rows).toHaveCount(count - 1);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Admin Home' }).click();
  await expect(work.getByRole('link', { name: new RegExp(`^${count - 1} new class`) })).toBeVisible();
});

test('a student continues, submits the due assignment, and the teacher finds a link to it', async ({
  page,
  browser,
  baseURL,
}) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/userHome');
  const learning = page.getByRole('region', { name: 'Continue learning' });
  const title = 'Modern HTML and CSS from the ground up';
  await expect(learning.getByRole('listitem').filter({ hasText: title })).toContainText(
    '3 of 6 lessons done',
  );
  const due = page.getByRole('region', { name: 'Assignments to submit' });
  await expect(due.getByRole('listitem').filter({ hasText: title })).toContainText(/ due [A-Z][a-z]{2}\s\d/);
  await expectAccessible(page);
  await due.getByRole('link', { name: 'A one-page portfolio' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const { pathname } = new URL(page.url());
  await call(page, 'PUT', `/classes/${pathname.split('/').at(-1)}/submission`, { text: 'My page' });
  await page.goto('/dashboard/userHome');
  await expect(learning).toBeVisible();
  await expect(page.getByRole('link', { name: 'A one-page portfolio' })).toHaveCount(0);
  await learning
    .getByRole('link', { name: /^Resume/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/lesson\//);

  const teacher = await openPage(browser, baseURL, 'Teacher');
  await teacher.goto('/dashboard/userHome');
  const work = teacher.getByRole('region', { name: 'Waiting for you' });
  await expect(work.getByRole('link', { name: '1 unanswered question' })).toBeVisible();
  await expectAccessible(teacher);
  const tile = teacher.getByRole('main').getByRole('link', { name: /^Add Class Publish/ });
  expect((await work.boundingBox())!.y).toBeLessThan((await tile.boundingBox())!.y);
  await work.getByRole('link', { name: /^\d+ submissions? to grade in “Modern HTML/ }).click();
  await expect(teacher.getByRole('row', { name: /Samir Patel/ })).toBeVisible();
  await expect(teacher.getByLabel('Grading')).toHaveValue('no');
  await teacher.context().close();
});

test('a student without classes is invited to find one', async ({ page }) => {
  await registerAs(page, 'Nora New');
  await page.goto('/dashboard/userHome');
  await expect(page.getByText('You haven’t enrolled in any classes yet.')).toBeVisible();
  await expectAccessible(page);
  const first = page.getByRole('main').getByRole('link').and(page.locator(':not(nav a)')).first();
  await expect(first).toHaveText('Find a class');
  await first.click();
  await expect(page).toHaveURL(/allClasses$/);
});

test.describe('a count that cannot be loaded', () => {
  test.use({ expectedErrors: /503/ });

  test('shows an error, and can be retried', async ({ page }) => {
    await loginAs(page, 'Admin');
    await page.route('**/api/payments/attention', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/dashboard/userHome');
    await expect(page.getByText('Your open tasks could not be loaded')).toBeVisible({ timeout: 30_000 });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
  });
});
