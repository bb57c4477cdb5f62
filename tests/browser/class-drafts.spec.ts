import type { Page } from '@playwright/test';
import { expect, expectAccessible, loginAs, openPage, test } from './fixtures.ts';
import { call, CONTENT } from './purchases.ts';

const TOAST = 'Class submitted for review';

const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

const addDraft = async (page: Page, more: object): Promise<string> => {
  const { insertedId } = await call(page, 'POST', '/classes/drafts', {
    price: 20,
    experience: 'Beginner',
    ...CONTENT,
    ...more,
  });
  return insertedId;
};

test('a teacher saves a draft, completes it with its lessons, and submits it for review', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = 'Baskets from willow';
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/addClass');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  for (const text of ['Title is required', 'Select an experience level'])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText('Description is required')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Class', exact: true }).click();
  await expect(page.getByText('Description is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Price ($)').fill('20');
  await page.getByLabel('Experience').selectOption('Junior');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).toHaveURL(/myAddedClass$/);

  const card = cardOf(page, title);
  await expect(card.getByText('Draft', { exact: true })).toBeVisible();
  await expect(card).toContainText('Add a description and an image before you submit it for review.');
  for (const ofStudents of ['Progress', 'Feed Back+', '0 students'])
    await expect(card.getByText(ofStudents)).toHaveCount(0);
  await expectAccessible(page);
  await card.getByRole('link', { name: `Complete this draft: ${title}` }).click();
  await expect(page.getByText('This is a draft. Only you can see it')).toBeVisible();
  await page.getByLabel('Price ($)').fill('25');
  await page.getByLabel('Description').fill('Weave what you harvest.');
  await page.getByLabel('Image URL').fill(CONTENT.image);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();

  await card.getByRole('link', { name: `Lessons of ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lessons');
  const screens = page.getByRole('navigation', { name: 'This class' }).getByRole('link');
  await expect(screens, 'none about students').toHaveText(['Lessons', 'Update', 'Class page']);
  await page.goto('/dashboard/myAddedClass?status=Draft');
  await expect(page.getByLabel('Status')).toHaveValue('Draft');

  const admin = await openPage(browser, baseURL, 'Admin');
  await admin.goto('/dashboard/allClassReq?q=willow');
  await expect(admin.getByText('No matches found')).toBeVisible();

  await page.goto('/dashboard/myAddedClass');
  await card.getByRole('button', { name: `Submit for review: ${title}` }).press('Enter');
  await expect(page.getByText(TOAST)).toBeVisible();
  await expect(card.getByText('Pending review')).toBeVisible();
  await expect(card.getByRole('heading', { name: title })).toBeFocused();
  await admin.reload();
  await expect(admin.getByText(title).first()).toBeVisible();
  await admin.context().close();
});

test('a draft is completed and submitted in its form', async ({ page }) => {
  const title = 'Knots for beginners';
  await loginAs(page, 'Teacher');
  const id = await addDraft(page, { title, image: '', description: '' });
  await page.goto(`/dashboard/updateClass/${id}`);
  const submit = page.getByRole('button', { name: 'Submit for review' });
  await expect(submit).toHaveAccessibleDescription(/^Submit for review also saves your changes\./);
  await submit.press('Enter');
  await expect(page.getByText('Description is required')).toBeVisible();
  await expect(page.getByLabel('Description')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Description').fill('Ten knots that hold.');
  await page.getByLabel('Image URL').fill(CONTENT.image);
  await submit.press('Enter');
  await expect(page.getByText(TOAST)).toBeVisible();
  await expect(cardOf(page, title).getByText('Pending review')).toBeVisible();
});

test.describe('with a refusal', () => {
  test.use({ expectedErrors: /status of (409|503)|ERR_FAILED/ });

  test('a draft that was saved but not submitted is submitted by the next attempt', async ({ page }) => {
    const title = 'Masts on a bad line';
    await loginAs(page, 'Teacher');
    const id = await addDraft(page, { title });
    await page.goto(`/dashboard/updateClass/${id}`);
    await page.getByLabel('Description').fill('Written before the line broke.');
    await page.route('**/api/classes/submit/*', (route) => route.abort());
    const submit = page.getByRole('button', { name: 'Submit for review' });
    await submit.click();
    await expect(page.getByRole('alert').last()).toBeVisible();
    await expect(page.getByText('was changed elsewhere')).toHaveCount(0);
    await expect(page.getByLabel('Description')).toHaveValue('Written before the line broke.');
    await page.unroute('**/api/classes/submit/*');
    await submit.click();
    await expect(page.getByText(TOAST)).toBeVisible();
  });

  test('a tab submits what it shows, not what another one has changed, and nothing twice', async ({
    page,
  }) => {
    const title = 'Ropes in two tabs';
    await loginAs(page, 'Teacher');
    const id = await addDraft(page, { title });
    await page.goto('/dashboard/myAddedClass');
    const button = cardOf(page, title).getByRole('button', { name: `Submit for review: ${title}` });
    await expect(button).toBeVisible();
    await call(page, 'PUT', `/classes/drafts/${id}`, {
      title: `${title} and more`,
      price: 20,
      experience: 'Beginner',
      ...CONTENT,
    });
    await button.click();
    await expect(page.getByText('This has been changed elsewhere in the meantime')).toBeVisible();
    const changed = cardOf(page, `${title} and more`);
    const again = changed.getByRole('button', { name: 'Submit for review' });
    await expect(again).toBeVisible();
    await call(page, 'PATCH', `/classes/submit/${id}`, {});
    await again.click();
    await expect(changed.getByText('Pending review')).toBeVisible();
  });

  test('a form that was open while its draft was submitted becomes that of a pending class', async ({
    page,
  }) => {
    await loginAs(page, 'Teacher');
    const id = await addDraft(page, { title: 'Sails in two tabs' });
    await page.goto(`/dashboard/updateClass/${id}`);
    await page.getByLabel('Description').fill('');
    await call(page, 'PATCH', `/classes/submit/${id}`, {});
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('This has been changed elsewhere in the meantime')).toBeVisible();
    await page.getByRole('button', { name: 'Update Class' }).click();
    await expect(page.getByText('Description is required')).toBeVisible();
    await page.getByLabel('Description').fill('Written in the other tab.');
    await page.getByRole('button', { name: 'Update Class' }).click();
    await expect(page.getByText('Class updated')).toBeVisible();
  });
});

test.describe('for others', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('the page of a draft says so to its teacher and does not exist for an admin', async ({
    page,
    browser,
    baseURL,
  }) => {
    await loginAs(page, 'Teacher');
    const id = await addDraft(page, { title: 'Nets for nobody yet' });
    await page.goto(`/classDetail/${id}`);
    await expect(page.getByText('Draft. Only you can see this class.')).toBeVisible();
    const admin = await openPage(browser, baseURL, 'Admin');
    await admin.goto(`/classDetail/${id}`);
    await expect(admin.getByText('No class details found.')).toBeVisible();
    await admin.context().close();
  });
});
