import type { Page } from '@playwright/test';
import type { Curriculum } from '#contract/curriculum.ts';
import { findClass } from './find-class.ts';
import { endStreams, expect, holdApplication, loginAs, test } from './fixtures.ts';
import { expectLatePartStays } from './late-part.ts';

// Forms and pages whose scripts arrive late or never, or without a connection.

/** A lesson that only members may read. */
const findMembersLesson = async (page: Page): Promise<string> => {
  const response = await page.request.get(
    `/api/classes/${await findClass(page, { q: 'Modern HTML' })}/curriculum`,
  );
  const { sections } = (await response.json()) as Curriculum;
  return sections.flatMap(({ lessons }) => lessons).find(({ isPreview }) => !isPreview)!._id;
};

test('the contact form keeps what is typed before hydration, and does not submit it', async ({ context }) => {
  const page = await context.newPage();
  const letCome = await holdApplication(page);
  await page.goto('/contacts');
  const send = page.getByRole('button', { name: 'Send message' });
  await page.getByLabel('Email').fill('visitor@example.test');
  await page.getByLabel('Message').fill('Do you have evening classes?');
  await page.getByLabel('Email').press('Enter');
  await expect(send).toBeDisabled();
  await expect(page).toHaveURL(/\/contacts$/);
  await expect(page.getByLabel('Message')).toHaveValue('Do you have evening classes?');
  letCome();
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent Successfully' })).toBeVisible();
  await expect(page).toHaveURL(/\/contacts$/);
});

test.describe('without JavaScript', () => {
  // Visitors get the status 404 for a lesson that only members may read.
  test.use({ javaScriptEnabled: false, expectedErrors: /404.*\/lesson\// });

  const ALL = 'This page needs JavaScript';
  const pages = {
    '/login': 'Welcome back',
    '/login/forgot': 'Forgot your password?',
    '/login/reset?token=x': ALL,
    '/registration': 'Create your account',
    '/contacts': 'Contact',
    '/emailPreferences?token=x': 'Email preferences',
    '/payment': ALL,
    '/teacherReq': ALL,
    '/dashboard': ALL,
    '/lesson/{members}': ALL,
  };

  test('pages say what they need, and link to what works', async ({ context }) => {
    const page = await context.newPage();
    const lesson = await findMembersLesson(page);
    for (const [path, title] of Object.entries(pages)) {
      await page.goto(path.replace('{members}', lesson));
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
      const browseLink = page.getByRole('link', { name: /browse the classes|See all classes/ });
      await expect(browseLink, path).toBeVisible();
      await expect(browseLink, path).toHaveAttribute('href', '/allClasses');
      await expect(page.getByRole('main').getByText('Loading...'), path).toBeHidden();
    }
  });
});

test.describe('scripts that cannot be loaded', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically imported module/ });

  for (const [what, file] of [
    ['the first script', /assets\/index-[^/]*\.js$/],
    ['the application', /entry-client.*\.js$/],
  ] as const) {
    test(`are reported, with a link that reloads: ${what}`, async ({ context }) => {
      const page = await context.newPage();
      await page.route(file, (route) => route.abort());
      await page.goto('/login');
      const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
      await expect(failure).toBeVisible();
      await page.unrouteAll();
      await failure.getByRole('link', { name: 'Reload the page' }).click();
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
      await expect(failure).toBeHidden();
    });
  }
});

for (const [address, content] of [
  ['/about', 'A good class leaves you able to do something'],
  ['/blogs', 'Every term, someone asks for two more days'],
] as const) {
  test(`a text stays while its script is still loading: “${content}”, on ${address}`, async ({ page }) => {
    await expectLatePartStays(page, { address, script: /assets\/markdown-[^/]*\.js$/, content });
  });
}

test('a filter that is chosen offline says so, and applies when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/allClasses');
  // Pending pictures and scripts would fail when offline.
  await page.waitForLoadState('networkidle');
  const offline = page.getByText('You’re offline.');
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Game Development');
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(offline).toBeHidden();
  const cards = page.getByRole('article');
  const others = cards.filter({ hasNotText: 'Game Development' });
  await expect(others).toHaveCount(0);
  await expect(cards.first()).toBeVisible();
  await expect(others).toHaveCount(0);

  // The same after a search without matches.
  await page.goto('/allClasses?q=nothing+like+this');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByLabel('Search classes').fill('typescript');
  await expect(offline).toBeVisible();
  await expect(page.getByText('No matches found')).toBeHidden();
  await context.setOffline(false);
  await expect(cards).toHaveCount(1);
});

test.describe('a decision without a connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('says so at once, and is not made when the connection is back', async ({ page, context }) => {
    await endStreams(page);
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/allClassReq?status=Pending&q=web+performance');
    const approve = page.getByRole('button', { name: /^Approve / });
    await approve.click();
    await context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'We can’t reach the server' })).toBeVisible();
    await expect(approve).toBeEnabled();
    await context.setOffline(false);
    await page.reload();
    await expect(approve).toBeEnabled();
  });
});
