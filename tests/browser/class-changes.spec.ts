import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { comeBack } from './come-back.ts';
import {
  confirm,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  openPage,
  test,
} from './fixtures.ts';
import { approveChange, call, CONTENT, publish } from './purchases.ts';

const check = async (page: Page, region?: string) => {
  await expectAccessible(page, region);
  await expectNoSideScroll(page);
};

for (const width of [360, 1280]) {
  test(`a teacher changes a published class at ${width} px: it stays until an admin has compared and approved`, async ({
    page: visitor,
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const before = `Seen at ${width}`;
    const after = `Looked at with ${width} pixels`;
    const admin = await openPage(browser, baseURL, 'Admin');
    const teacher = await openPage(browser, baseURL, 'Teacher');
    const classId = await publish(teacher, admin, { title: before, price: 30 });
    for (const page of [visitor, admin, teacher]) await page.setViewportSize({ width, height: 800 });
    const offers = visitor.getByRole('article');
    const expectOffered = async (title: string, price: string) => {
      await visitor.goto(`/allClasses?q=${width}`);
      await expect(offers).toHaveCount(1);
      await expect(offers).toContainText(title);
      await expect(offers).toContainText(price);
    };

    await teacher.goto(`/dashboard/updateClass/${classId}`);
    await expect(
      teacher.getByText('We review a new title, a new description or a higher price'),
    ).toBeVisible();
    await teacher.getByRole('textbox', { name: 'Title' }).fill(after);
    await teacher.getByRole('spinbutton', { name: 'Price' }).fill('45');
    await teacher.getByRole('button', { name: 'Update Class' }).click();
    const card = teacher.getByRole('article').filter({ hasText: before });
    await expect(card).toContainText('Your change is awaiting review');
    await expect(card).toContainText('Approved');
    await expectOffered(before, '30$');

    // The proposed change can be edited.
    await card.getByRole('link', { name: /^Update/ }).click();
    const proposal = teacher.getByRole('region', { name: 'Your change is awaiting review' });
    await expect(proposal.getByRole('group', { name: 'Title' })).toContainText(after.split(' ')[0]!);
    await expect(teacher.getByRole('textbox', { name: 'Title' })).toHaveValue(after);
    await check(teacher);
    await teacher.getByRole('spinbutton', { name: 'Price' }).fill('40');
    await teacher.getByRole('button', { name: 'Update Class' }).click();
    await expect(card).toContainText('Your change is awaiting review');

    await admin.goto('/dashboard/classChanges?q=Seen');
    const row = admin.getByRole('row').filter({ hasText: before });
    await expect(row).toContainText('Title, Price');
    await check(admin);
    await row.getByRole('button', { name: `Review the change to ${before}` }).click();
    const dialog = admin.getByRole('dialog');
    const title = dialog.getByRole('group', { name: 'Title' });
    await expect(title.getByText('Published now')).toBeVisible();
    await expect(title.locator('del')).toContainText(['Removed: Seen']);
    await expect(title.locator('ins').first()).toContainText('Added: Looked');
    await expect(dialog.getByRole('group', { name: 'Price' })).toContainText('40$');
    await expect(dialog).toContainText('Unchanged: description');
    await check(admin, 'dialog');
    await dialog.getByRole('button', { name: /^Approve/ }).click();
    await confirm(admin, `Approve the change to "${before}"?`, 'Approve');
    await expectAnnounced(admin, 'Change approved');
    await expect(row).toHaveCount(0);
    await expectOffered(after, '40$');
    await admin.goto(`/dashboard/classVersions/${classId}`);
    await expect(admin.getByRole('article', { name: 'Version 2' })).toContainText('approved by');
    await expect(admin.getByRole('article', { name: 'Version 1' })).toContainText(before);
    await check(admin);
    await teacher.reload();
    await expect(teacher.getByRole('article').filter({ hasText: after })).not.toContainText(
      'is awaiting review',
    );
  });
}

test('a change is rejected with a reason, edited again, and withdrawn', async ({ browser, baseURL }) => {
  const title = 'Praised too much';
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const classId = await publish(teacher, admin, { title });
  const description = teacher.getByRole('textbox', { name: 'Description' });
  const propose = async (text: string) => {
    await description.fill(text);
    await teacher.getByRole('button', { name: 'Update Class' }).click();
    await expect(teacher.getByRole('heading', { level: 1, name: 'My Added Class' })).toBeVisible();
  };
  await teacher.goto(`/dashboard/updateClass/${classId}`);
  await propose('The best class there is.');

  await admin.goto(`/dashboard/classChanges?q=${title}`);
  const row = admin.getByRole('row').filter({ hasText: title });
  await row.getByRole('button', { name: /^Review/ }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^Reject/ })
    .click();
  await admin.getByLabel('Reason').fill('Please say what is taught.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expectAnnounced(admin, 'Change rejected');
  await expect(row).toHaveCount(0);

  await teacher.goto(`/dashboard/updateClass/${classId}`);
  const rejected = teacher.getByRole('region', { name: 'Your change was not approved' });
  await expect(rejected).toContainText('Reason: Please say what is taught.');
  await expect(description).toHaveValue('It is there to be bought.');
  await check(teacher);
  await rejected.getByRole('button', { name: 'Edit this change' }).click();
  await expect(description).toHaveValue('The best class there is.');
  await propose('How to tell a good class from a praised one.');

  await teacher.goto(`/dashboard/updateClass/${classId}`);
  await teacher.getByRole('button', { name: 'Withdraw change' }).click();
  await confirm(teacher, 'Withdraw your change?', 'Withdraw change');
  await expectAnnounced(teacher, 'Change withdrawn');
  await expect(teacher.getByRole('region', { name: 'Your change was not approved' })).toBeVisible();
  await expect(description).toHaveValue('It is there to be bought.');
  await admin.reload();
  await expect(admin.getByText('No matches found')).toBeVisible();
});

test('what a teacher types stays when an admin decides on their change', async ({ browser, baseURL }) => {
  test.slow();
  const title = 'Decided meanwhile';
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const classId = await publish(teacher, admin, { title });
  const changed = {
    price: 30,
    description: 'The best class there is.',
    image: '/pictures/covers/game-feel.svg',
  };
  await call(teacher, 'PUT', `/classes/${classId}`, { title, experience: 'Beginner', ...changed });
  const { change } = await call(teacher, 'GET', `/classes/${classId}/change`);
  await teacher.goto(`/dashboard/updateClass/${classId}`);
  const description = teacher.getByRole('textbox', { name: 'Description' });
  await expect(description).toHaveValue('The best class there is.');
  await description.fill('Typed for a long time.');
  await teacher.getByRole('button', { name: 'Withdraw change' }).click();
  await expect(teacher.getByRole('dialog')).toContainText('Unsaved changes will be lost.');
  await confirm(teacher, 'Withdraw your change?', 'Cancel');

  const decision = { status: 'rejected', version: change.version, reason: 'Please say what is taught.' };
  await call(admin, 'PATCH', `/class-changes/reject/${change._id}`, decision);
  const reason = teacher.getByText('Reason: Please say what is taught.');
  // The change that the screen has loaded counts as fresh for some seconds.
  await expect(async () => {
    await teacher.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(reason).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(teacher.getByText('Your entries are still in the form.')).toBeVisible();
  await expect(description).toHaveValue('Typed for a long time.');
  await check(teacher);
  await teacher.getByRole('button', { name: 'Discard my changes and show the current class' }).click();
  await expect(description).toHaveValue('It is there to be bought.');
  await expect(teacher.getByText('Your entries are still in the form.')).toHaveCount(0);
  await description.fill('Typed again.');
  await teacher.getByRole('button', { name: 'Edit this change' }).click();
  await confirm(teacher, 'Edit this change?', 'Edit');
  await expect(description).toHaveValue('The best class there is.');
});

const INPUT = { ...CONTENT, price: 30, experience: 'Beginner' };

test('an open form shows what was saved in another tab, unless something was typed', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const title = 'Edited in two tabs';
  const admin = await openPage(browser, baseURL, 'Admin');
  const teacher = await openPage(browser, baseURL, 'Teacher');
  const classId = await publish(teacher, admin, { title, seats: 10 });
  const path = `/classes/${classId}`;
  await teacher.clock.install();
  const returnToTab = async () => {
    // What was just loaded is not loaded again.
    await teacher.clock.fastForward(10_000);
    await comeBack(teacher, `/api${path}`);
  };
  const seats = teacher.getByRole('spinbutton', { name: 'Seats' });
  const description = teacher.getByRole('textbox', { name: 'Description' });
  await teacher.goto(`/dashboard/updateClass/${classId}`);
  await expect(seats).toHaveValue('10');
  await call(teacher, 'PUT', path, { ...INPUT, title, seats: 30 });
  await returnToTab();
  await expect(seats).toHaveValue('30');

  const price = teacher.getByRole('spinbutton', { name: 'Price' });
  await call(teacher, 'PUT', path, { ...INPUT, title, price: 45 });
  await approveChange(teacher, admin, classId);
  await returnToTab();
  await expect(price).toHaveValue('45');

  const name = teacher.getByRole('textbox', { name: 'Title' });
  await name.fill('');
  await description.fill('Typed for a long time.');
  await teacher.getByRole('button', { name: 'Update Class' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await call(teacher, 'PUT', path, { ...INPUT, title, price: 40, seats: 20 });
  await returnToTab();
  const notice = teacher
    .getByRole('alert')
    .filter({ hasText: 'The class was changed elsewhere: price, seats.' });
  await expect(notice).toBeVisible();
  await expect(description).toHaveValue('Typed for a long time.');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill(title);
  await expect(name).toHaveAttribute('aria-invalid', 'false');
  await expect(price).toHaveValue('40');
  await expect(seats).toHaveValue('20');
  await check(teacher);
  await notice.getByRole('button', { name: 'Discard my changes and show the current class' }).click();
  await expect(notice).toHaveCount(0);
  await expect(description).toHaveValue(INPUT.description);
  await expect(price).toHaveValue('40');
  await expect(seats).toHaveValue('20');
});

test.describe('two tabs', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('do not overwrite each other’s class', async ({ page: teacher, browser, baseURL }) => {
    const title = 'Saved in two tabs';
    const admin = await openPage(browser, baseURL, 'Admin');
    await loginAs(teacher, 'Teacher');
    const classId = await publish(teacher, admin, { title, seats: 10 });
    const seats = teacher.getByRole('spinbutton', { name: 'Seats' });
    const experience = teacher.getByRole('combobox', { name: 'Experience' });
    const save = teacher.getByRole('button', { name: 'Update Class' });
    await teacher.goto(`/dashboard/updateClass/${classId}`);
    await experience.selectOption('Experienced');
    await call(teacher, 'PUT', `/classes/${classId}`, { ...INPUT, title, seats: 30 });
    await save.click();
    await expect(teacher.getByText('This has been changed elsewhere in the meantime')).toBeVisible();
    await expect(teacher.getByText('The class was changed elsewhere: seats.')).toBeVisible();
    await expect(experience).toHaveValue('Experienced');
    await check(teacher);
    await teacher.getByRole('button', { name: 'Discard my changes and show the current class' }).click();
    await expect(seats).toHaveValue('30');
    await experience.selectOption('Junior');

    // The teacher can save what they typed once they have seen the notice. The rest stays as it was saved elsewhere.
    await call(teacher, 'PUT', `/classes/${classId}`, { ...INPUT, title, seats: 20 });
    await save.click();
    await expect(teacher.getByText('The class was changed elsewhere: seats.')).toBeVisible();
    await expect(seats).toHaveValue('20');
    await save.click();
    await expect(teacher.getByRole('heading', { level: 1, name: 'My Added Class' })).toBeVisible();
    await teacher.goto(`/dashboard/updateClass/${classId}`);
    await expect(experience).toHaveValue('Junior');
    await expect(seats).toHaveValue('20');
  });
});
