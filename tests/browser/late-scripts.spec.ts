import type { Page } from '@playwright/test';
import type { Curriculum } from '#contract/curriculum.ts';
import { phonePhoto } from '#tests/support/pictures.ts';
import { findClass } from './find-class.ts';
import { endStreams, expect, holdApplication, loginAs, test } from './fixtures.ts';
import { hold } from './hold.ts';
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

test.describe('parts whose scripts cannot be loaded', () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 404|Failed to fetch dynamically imported module/ });

  /** Lets requests for scripts and styles of these parts fail, as without a connection. */
  const disconnect = async (page: Page, parts: RegExp) => {
    for (const address of [parts, '**/api/healthz']) await page.route(address, (route) => route.abort());
  };

  test('do not replace the page, and appear once their scripts arrive', async ({ page }) => {
    await endStreams(page);
    await loginAs(page, 'User');
    const parts = /assets\/(notification-bell|page-extras|markdown)-[^/]*\.(js|css)$/;
    await disconnect(page, parts);
    const failures = Promise.all(
      ['notification-bell', 'page-extras', 'markdown'].map((name) =>
        page.waitForEvent('requestfailed', (request) =>
          new RegExp(`/${name}-[^/]*\\.js`).test(request.url()),
        ),
      ),
    );
    await page.goto('/about');
    const text = page.getByText('A good class leaves you able to do something').first();
    const element = await text.elementHandle();
    await failures;
    await expect(text).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    expect(await element.evaluate((node) => node.isConnected)).toBe(true);
  });

  test('keep what is typed in the form around them', async ({ page }) => {
    await loginAs(page, 'Teacher');
    await page.goto('/dashboard/addClass');
    await page.getByLabel('Title').fill('Photographs on a train');
    const crop = /assets\/crop-dialog-[^/]*\.(js|css)$/;
    await disconnect(page, crop);
    await page.getByLabel('Upload a picture').setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await phonePhoto(),
    });
    await expect(page.getByText('This continues once you’re connected.')).toBeVisible();
    await page.unrouteAll();
    const dialog = page.getByRole('dialog', { name: 'Choose what to show' });
    await expect(dialog.getByRole('button', { name: 'Use picture' })).toBeEnabled();
    // The styles of the dialog have been loaded again as well.
    await expect(dialog.locator('.reactEasyCrop_Container')).toHaveCSS('position', 'absolute');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Photographs on a train');
  });

  test('are offered inside of the dialog that needs them, and are requested until they arrive', async ({
    page,
  }) => {
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/homePage');
    await page.getByRole('button', { name: 'Add a slide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a slide' });
    const script = /assets\/crop-dialog-[^/]*\.js$/;
    await page.route(script, (route) => route.fulfill({ status: 404 }));
    await dialog
      .getByLabel('Upload a picture')
      .first()
      .setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await phonePhoto(),
      });
    const reload = dialog.getByRole('button', { name: 'Reload the page' });
    await expect(reload).toBeVisible();
    await reload.click({ trial: true });
    await page.unrouteAll();
    // It is requested less and less often.
    await expect(page.getByRole('dialog', { name: 'Choose what to show' })).toBeVisible({ timeout: 30_000 });
    await expect(reload).toBeHidden();
    await expect(page.getByText('could not be loaded')).toBeHidden();
  });

  for (const type of ['js', 'css'])
    test(`and never will be offer to reload the page, as after an update: ${type}`, async ({ page }) => {
      await loginAs(page, 'Teacher');
      await page.goto('/dashboard/addClass');
      await page.getByLabel('Title').fill('Photographs on a train');
      await page.route(new RegExp(`assets/crop-dialog-[^/]*\\.${type}$`), (route) =>
        route.fulfill({ status: 404 }),
      );
      await page.getByLabel('Upload a picture').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await phonePhoto(),
      });
      const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
      await expect(failure).toBeVisible();
      await expect(page.getByLabel('Title')).toHaveValue('Photographs on a train');
      page.on('dialog', (dialog) => void dialog.accept());
      if (type === 'css') {
        // Without its styles, the dialog has opened.
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await failure.getByRole('link', { name: 'Reload the page' }).click();
      } else await page.getByRole('button', { name: 'Reload the page' }).click();
      await expect(page.getByLabel('Title')).toHaveValue('');
      await expect(failure).toBeHidden();
    });
});

for (const [address, content] of [
  ['/about', 'A good class leaves you able to do something'],
  ['/blogs', 'Every term, someone asks for two more days'],
] as const) {
  test(`a text stays while its script is still loading: “${content}”, on ${address}`, async ({ page }) => {
    await expectLatePartStays(page, { address, script: /assets\/markdown-[^/]*\.js$/, content });
  });
}

test('a link whose page takes long to load shows that it does', async ({ page }) => {
  await page.goto('/contacts');
  await page.waitForLoadState('networkidle');
  const letThrough = await hold(page, /assets\/about-page-[^/]*\.js$/, 'GET');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^About/ })
    .click();
  const status = page.getByRole('status').filter({ hasText: 'Loading the page...' });
  await expect(status).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  letThrough();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Contact');
  await expect(status).toHaveCount(0);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('a filter that is chosen offline says so, and applies when the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto('/allClasses');
    // Pending pictures and scripts would fail when offline. A slow machine may request some only afterwards.
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

  test('a decision says so at once, and is not made when the connection is back', async ({
    page,
    context,
  }) => {
    await endStreams(page);
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/allClassReq?status=Pending&q=web+performance');
    const approve = page.getByRole('button', { name: /^Approve / });
    await approve.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'We can’t reach the server' })).toBeVisible();
    await expect(approve).toBeEnabled();
    await context.setOffline(false);
    await page.reload();
    await expect(approve).toBeEnabled();
  });

  test('a message that is sent offline fails at once', async ({ page, context }) => {
    await page.goto('/contacts');
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Email').fill('visitor@example.test');
    await page.getByLabel('Message').fill('Do you have evening classes?');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toContainText('We can’t reach the server');
  });

  test('placeholders say that there is no connection, and show no choices before they are known', async ({
    page,
    context,
  }) => {
    await endStreams(page);
    await loginAs(page, 'Teacher');
    const letThrough = await hold(page, '**/api/account/email-preferences', 'GET');
    await page.goto('/dashboard/account');
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    letThrough();
    await expect(page.getByRole('checkbox', { name: /^Grades/ })).toBeVisible();

    await page.goto('/dashboard/myAddedClass');
    await page
      .getByRole('link', { name: /^Update/ })
      .first()
      .click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await page.goBack();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page
      .getByRole('link', { name: /^Update/ })
      .nth(1)
      .click();
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
  });
});
