import type { EditedPost } from '#contract/blog-posts.ts';
import { comeBack } from './come-back.ts';
import {
  accessTokenOf,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  openPage,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';

test('an admin writes a post as a draft and publishes it, and a visitor reads it at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await openPage(browser, baseURL);
  await visitor.setViewportSize(PHONE);
  await setTheme(visitor, 'dark');
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/sitePages');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByLabel('Title').fill('Über the wind & the waves');
  await page.getByLabel('Author').click();
  await expect(page.getByLabel('Address')).toHaveValue('uber-the-wind-the-waves');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Text is required')).toBeVisible();
  await page.getByLabel('Text').fill('Sail **close** to the wind.');
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('close')).toHaveCSS(
    'font-weight',
    '700',
  );
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Readers can’t see this post yet.')).toBeVisible();
  await expect(page).toHaveURL(/blogPosts\/uber-the-wind-the-waves$/);
  await visitor.goto('/blogs');
  await expect(visitor.getByRole('heading', { level: 2 })).toHaveCount(3);

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await visitor.reload();
  await visitor.getByRole('link', { name: 'Über the wind & the waves' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Über the wind & the waves');
  await expect(visitor).toHaveTitle('Über the wind & the waves · ClassHarbor');
  await expect(visitor.getByText('close')).toHaveCSS('font-weight', '700');
  await expectNoSideScroll(visitor);
  await expectAccessible(visitor);
  await visitor.getByRole('link', { name: 'All posts' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Blogs');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
  await visitor.goto('/blogs');
  await expect(visitor.getByRole('heading', { level: 2 })).toHaveCount(3);
  await visitor.context().close();
});

test('a page after the last one leads to the first', async ({ page }) => {
  await page.goto('/blogs?page=9');
  await expect(page.getByRole('status').filter({ hasText: 'This page of the list is empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page).toHaveURL(/\/blogs$/);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test.describe('two admins', () => {
  test.use({ expectedErrors: /status of (400|409)/ });

  test('do not overwrite each other’s post', async ({ page }) => {
    await loginAs(page, 'Admin');
    const path = '/api/edited-posts/turn-in-the-ugly-version';
    const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
    await page.goto('/dashboard/blogPosts/turn-in-the-ugly-version');
    await page.getByLabel('Text').fill('Mine');
    const read = (await (await page.request.get(path, { headers })).json()) as EditedPost;
    const { version, published } = read;
    const data = { content: { ...published, title: 'Theirs' }, publish: false, version };
    expect((await page.request.put(path, { headers, data })).ok()).toBe(true);
    await comeBack(page, path);
    await expect(page.getByText('You’re viewing a draft')).toBeVisible();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('alert')).toHaveText('Another admin has changed this post in the meantime');
    const error = { code: 'invalid_input', message: 'Not now' };
    await page.route(`**${path}`, (route) => route.fulfill({ status: 400, json: { error } }), { times: 1 });
    const discard = page.getByRole('button', { name: 'Discard my changes' });
    await discard.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Not now' })).toBeVisible();
    await discard.click();
    await expect(page.getByLabel('Title')).toHaveValue('Theirs');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(page.getByLabel('Title')).not.toHaveValue('Theirs');
  });
});
