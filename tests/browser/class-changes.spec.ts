import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { confirm, expect, expectAccessible, expectNoSideScroll, openPage, test } from './fixtures.ts';
import { call, publish } from './purchases.ts';

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
    await expect(teacher.getByText('A new title, a new description and a higher price')).toBeVisible();
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
  await expect(teacher.getByText('What you have typed is still below.')).toBeVisible();
  await expect(description).toHaveValue('Typed for a long time.');
  await check(teacher);
  await teacher.getByRole('button', { name: 'Discard my changes and show the current class' }).click();
  await expect(description).toHaveValue('It is there to be bought.');
  await expect(teacher.getByText('What you have typed is still below.')).toHaveCount(0);
  await description.fill('Typed again.');
  await teacher.getByRole('button', { name: 'Edit this change' }).click();
  await confirm(teacher, 'Edit this change?', 'Edit');
  await expect(description).toHaveValue('The best class there is.');
});
