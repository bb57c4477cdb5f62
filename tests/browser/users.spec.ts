import { readFile } from 'node:fs/promises';
import { expectAnnounced } from './announcements.ts';
import { findClass } from './find-class.ts';
import {
  confirm,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  newEmail,
  PHONE,
  registerAs,
  test,
  openPage,
} from './fixtures.ts';

test('an admin promotes a user, whose next screen shows it', async ({ page: admin, browser, baseURL }) => {
  const person = await openPage(browser, baseURL);
  await registerAs(person, 'Petra Promoted');
  await person.goto('/dashboard/allUsers');
  await expect(person.getByText('This page is for admins')).toBeVisible();

  await loginAs(admin, 'Admin');
  await admin.goto('/dashboard/allUsers');
  await admin.getByLabel('Search by name or email').fill('petra prom');
  const row = admin.getByRole('row').filter({ hasText: 'Petra Promoted' });
  await expect(admin.getByRole('row')).toHaveCount(2);
  await expect(row).toContainText('Student');
  await row.getByRole('button', { name: 'Make admin: Petra Promoted' }).click();
  await expectAccessible(admin, 'dialog');
  await confirm(admin, 'Make Petra Promoted an admin?', 'Cancel');
  await expect(row).toContainText('Student');
  await row.getByRole('button', { name: 'Make admin: Petra Promoted' }).click();
  await confirm(admin, 'Make Petra Promoted an admin?', 'Make admin');
  await expect(row.getByRole('cell', { name: 'Admin', exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: /Make admin/ })).toHaveCount(0);

  await person.getByRole('link', { name: 'User Home' }).click();
  await person.goto('/dashboard/allUsers');
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('All Users');
});

test('an admin sees which addresses are unconfirmed, also before making someone an admin', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const person = await openPage(browser, baseURL);
  await registerAs(person, 'Uma Unconfirmed');
  await loginAs(admin, 'Admin');
  const warning = 'has not been confirmed: anyone could have registered with it';

  await admin.goto('/dashboard/allUsers?q=uma');
  const uma = admin.getByRole('row').filter({ hasText: 'Uma Unconfirmed' });
  await expect(uma.getByText('Unconfirmed', { exact: true })).toBeVisible();
  await expectNoSideScroll(admin);
  await expectAccessible(admin);
  await uma.getByRole('button', { name: 'Make admin: Uma Unconfirmed' }).click();
  await expect(admin.getByRole('dialog')).toContainText(warning);
  await confirm(admin, 'Make Uma Unconfirmed an admin?', 'Cancel');

  await admin.goto('/dashboard/allUsers?q=student.20%40');
  const hana = admin.getByRole('row').filter({ hasText: 'Hana Kim' });
  await hana.getByRole('button', { name: 'Make admin: Hana Kim' }).click();
  await expect(admin.getByRole('dialog')).toContainText('promote and delete users.');
  await expect(admin.getByRole('dialog')).not.toContainText(warning);
  await confirm(admin, 'Make Hana Kim an admin?', 'Cancel');
  await expect(admin.getByText('Unconfirmed', { exact: true })).toHaveCount(0);
});

test('a name is shown as text in dialogs and toasts, whatever it looks like', async ({
  page: admin,
  browser,
  baseURL,
}) => {
  const name = 'Zed <b id="injected">Bold</b>';
  const person = await openPage(browser, baseURL);
  await registerAs(person, name);
  await loginAs(admin, 'Admin');
  await admin.goto('/dashboard/allUsers?q=injected');
  await admin.getByRole('button', { name: `Make admin: ${name}` }).click();
  await confirm(admin, `Make ${name} an admin?`, 'Make admin');
  await expectAnnounced(admin, `${name} is an admin now`);
  await expect(admin.locator('#injected')).toHaveCount(0);
});

test.describe('deleting', () => {
  test.use({ expectedErrors: /401 \(/ });

  test('asks first, and ends the user’s session at once', async ({ page: admin, browser, baseURL }) => {
    const person = await openPage(browser, baseURL);
    await registerAs(person, 'Dora Deleted');
    await person.goto('/dashboard/myEnroll');
    await expect(person.getByText('No enrolled classes found')).toBeVisible();

    await loginAs(admin, 'Admin');
    await admin.goto('/dashboard/allUsers?q=Dora+Deleted');
    const row = admin.getByRole('row').filter({ hasText: 'Dora Deleted' });
    await row.getByRole('button', { name: 'Delete Dora Deleted' }).click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByRole('heading')).toHaveText('Are you sure?');
    await expect(dialog).toContainText("You won't be able to revert this!");
    await expect(dialog).toContainText('Payments are kept and not refunded.');
    await expectAccessible(admin, 'dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: 'Delete Dora Deleted' }).click();
    await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(admin.getByText('No matches found')).toBeVisible();

    await person.getByRole('link', { name: 'Profile' }).first().click();
    await expect(person).toHaveURL(/\/login$/);
  });
});

test('deleting a user names what they would lose', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allUsers?q=student@classharbor.test');
  const remove = page
    .getByRole('row')
    .filter({ hasText: 'student@classharbor.test' })
    .getByRole('button', { name: /^Delete/ });
  await remove.click();
  await expect(page.getByRole('dialog')).toContainText(/They will lose .*access to \d+ class/);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
});

test('an admin cannot delete or promote themselves', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allUsers?q=admin@classharbor.test');
  const row = page.getByRole('row').filter({ hasText: 'admin@classharbor.test' });
  await expect(row).toContainText('This is you');
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('search, filter, sort and page are kept in the address', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allUsers');
  await expect(page.getByRole('status').filter({ hasText: '1 to 20 of' })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  const first = page.getByRole('rowheader').first();
  // In the sample data, Aisha Rahman comes first. Another test may have registered a user who sorts before her.
  await expect(first).toHaveText(/^(Aisha Rahman|A[a-h]|[^A-Z])/);
  const name = await first.textContent();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByText(/Page 2 of/)).toBeVisible();
  await page.goBack();
  await expect(first).toHaveText(name ?? '');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('teacher');
  await expect(page).toHaveURL(/role=teacher/);
  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByRole('cell', { name: 'Student' })).toHaveCount(0);
  await page.getByLabel('Search by name or email').fill(newEmail());
  await expect(page.getByText('No matches found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/allUsers$/);
  await page.goto('/dashboard/allUsers?page=9&sort=name');
  await expect(page.getByText('This page of the list is empty')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page).toHaveURL(/allUsers\?sort=name$/);
  await page.goto('/dashboard/allUsers?page=-3&sort=password&role=king');
  await expect(page.getByRole('status').filter({ hasText: '1 to 20 of' })).toBeVisible();
});

for (const [path, name, head] of [
  ['allUsers', 'users.csv', 'id,name,email,role,registered'],
  ['feedback', 'feedback.csv', 'date,name,email,class,rating,feedback,state,reason,reply'],
  ['auditTrail', 'audit-trail.csv', 'date,actor,actor email,action,subject,subject id,reason'],
  [
    'payments',
    'payments.csv',
    'date,receipt,transaction,name,email,class,teacher,price,currency,state,refunded,lost,refund reason',
  ],
] as const) {
  test(`${path} can be saved as ${name}`, async ({ page }) => {
    await loginAs(page, 'Admin');
    await page.goto(`/dashboard/${path}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(name);
    const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
    expect(lines[0]!.replaceAll('"', '')).toBe(head);
    expect(lines.length).toBeGreaterThan(15);
  });
}

test('tables are cards on a phone, where a select sorts them', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Admin');
  for (const path of ['allUsers', 'allClassReq', 'teachersRequests', 'payments', 'feedback', 'auditTrail']) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('table').last()).toBeVisible();
    await expectNoSideScroll(page);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  }
  await page.goto('/dashboard/allUsers');
  const labels = page.getByRole('row').last().locator('td[data-label]');
  await expect(labels).not.toHaveCount(0);
  // Their buttons say the same.
  for (const header of ['Make admin', 'Delete'])
    await expect(page.locator(`td[data-label="${header}"]`)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('-email');
  await expect(page).toHaveURL(/sort=-email/);
});

test('no table hides columns beyond its edge', async ({ page }) => {
  test.setTimeout(120_000);
  await loginAs(page, 'User');
  const own = await findClass(page, { q: 'Modern HTML' });
  const screens = {
    User: [`myAssignmentTasks/${own}`],
    Teacher: ['earnings', `classStudents/${own}`, `teacherClassTask/${own}`],
    Admin: ['allUsers', 'allClassReq', 'teachersRequests', 'payments', 'feedback', 'auditTrail'],
  } as const;
  for (const role of ['User', 'Teacher', 'Admin'] as const) {
    await loginAs(page, role);
    for (const path of screens[role]) {
      await page.goto(`/dashboard/${path}`);
      const table = page.getByRole('table').last();
      for (const width of [768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(table).toBeVisible();
        const hidden = await table.evaluate(({ parentElement: frame }) =>
          frame ? frame.scrollWidth - frame.clientWidth : undefined,
        );
        expect(hidden, `${path} at ${width} px`).toBe(0);
        // Either the headings sort, or the select above the cards.
        if (path === 'allUsers') {
          await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveCount(width < 1280 ? 1 : 0);
          await expect(table.getByRole('button', { name: 'Email' })).toHaveCount(width < 1280 ? 0 : 1);
        }
      }
    }
  }
});

test('the decisions of all requests are below each other', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allClassReq');
  await expect(page.getByRole('button', { name: /^Withdraw/ }).first()).toBeVisible();
  const places = new Set<number>();
  for (const button of await page.getByRole('button', { name: /^Approve/ }).all()) {
    places.add((await button.boundingBox())!.x);
  }
  expect(places.size).toBe(1);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: /net::ERR_/ });

  test('a list has Try again', async ({ page }) => {
    test.setTimeout(90_000);
    await loginAs(page, 'Admin');
    await page.route('**/api/audit*', (route) => route.abort());
    await page.goto('/dashboard/auditTrail');
    await expect(page.getByText('The audit trail could not be loaded')).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/audit*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('a change that fails says so where it can be seen, far down a list as well', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await loginAs(page, 'Admin');
    await page.route('**/api/users/*', (route) => route.abort());
    await page.goto('/dashboard/allUsers?role=student&sort=-email');
    await page
      .getByRole('button', { name: /^Delete/ })
      .last()
      .click();
    await confirm(page, 'Are you sure?', 'Yes, delete it!');
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(page.getByRole('alert')).toContainText('can’t reach the server');
  });
});
