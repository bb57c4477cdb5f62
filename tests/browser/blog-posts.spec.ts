import type { EditedPost } from '#contract/blog-posts.ts';
import { expectAnnounced } from './announcements.ts';
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
  await expect(page.getByLabel('Date')).toHaveAccessibleDescription(
    'Only shown with the post, which is public as soon as it’s published.',
  );
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
  test.use({ expectedErrors: /status of (404|409)/ });

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
    const conflict = page.getByRole('alert');
    await expect(conflict).toContainText('This post was changed elsewhere while you were editing it.');
    await expect(conflict).toContainText('The other version: Theirs');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await expectAnnounced(page, 'Draft saved');
    await expect(conflict).toHaveCount(0);

    const saved = (await (await page.request.get(path, { headers })).json()) as EditedPost;
    expect(saved.draft).toEqual({ ...published, text: 'Mine' });
    await page.getByLabel('Text').fill('Mine again');
    const again = { ...data, version: saved.version };
    expect((await page.request.put(path, { headers, data: again })).ok()).toBe(true);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'Use the other version' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Theirs');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(page.getByLabel('Title')).not.toHaveValue('Theirs');
  });

  test('cannot change a post that one of them has deleted', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await loginAs(page, 'Admin');
    const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
    const content = { title: 'Short-lived', author: 'Admin', date: '2026-01-01', picture: '', text: 'Text' };
    const data = { slug: 'short-lived', content, publish: true };
    expect((await page.request.post('/api/edited-posts', { headers, data })).ok()).toBe(true);
    await page.goto('/dashboard/blogPosts/short-lived');
    await page.getByLabel('Text').fill('A long text');
    const path = '/api/edited-posts/short-lived';
    const { version } = (await (await page.request.get(path, { headers })).json()) as EditedPost;
    expect((await page.request.delete(`${path}?version=${version}`, { headers })).ok()).toBe(true);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'This post was deleted elsewhere while you were editing it. You can still copy what you have written.',
    );
    await expect(page.getByLabel('Text')).toHaveValue('A long text');
    for (const action of ['Save draft', 'Publish', 'Withdraw', 'Delete'])
      await expect(page.getByRole('button', { name: action })).toHaveCount(0);
    await expectNoSideScroll(page);
    await expectAccessible(page);
  });
});
