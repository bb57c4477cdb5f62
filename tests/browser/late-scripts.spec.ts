import { expect, holdApplication, test } from './fixtures.ts';
import { expectLatePartStays } from './late-part.ts';

// Forms and pages whose scripts arrive late or never, or without a connection.

test('the contact form keeps what is typed before the application is there, and sends it nowhere', async ({
  context,
}) => {
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
  test.use({ javaScriptEnabled: false });

  for (const [path, title] of [
    ['/login', 'Welcome back'],
    ['/registration', 'Create your account'],
    ['/contacts', 'Contact'],
    ['/payment', 'This page needs JavaScript'],
    ['/dashboard', 'This page needs JavaScript'],
  ] as const) {
    test(`${path} says what it needs, and where to go on`, async ({ context }) => {
      const page = await context.newPage();
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      const wayOn = page.getByRole('link', { name: /browse the classes|See all classes/ });
      await expect(wayOn).toBeVisible();
      await expect(wayOn).toHaveAttribute('href', '/allClasses');
    });
  }
});

test.describe('scripts that cannot be loaded', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically imported module/ });

  for (const [what, file] of [
    ['the first script', /assets\/index-[^/]*\.js$/],
    ['the application', /entry-client.*\.js$/],
  ] as const) {
    test(`are told, with a link that reloads: ${what}`, async ({ context }) => {
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
});
