import type { Page } from '@playwright/test';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { findClass } from './find-class.ts';
import {
  accessTokenOf,
  DESKTOP,
  endStreams,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  openPage,
  PHONE,
  setTheme,
  startPreparedServer,
  test,
} from './fixtures.ts';
import { expectLatePartStays } from './late-part.ts';
import { call, CONTENT, publish } from './purchases.ts';

const TITLE = 'Modern HTML and CSS from the ground up';

const logIn = async (page: Page) => {
  const { email, password } = sampleAccount('User');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

for (const viewport of [PHONE, DESKTOP]) {
  for (const theme of ['light', 'dark'] as const) {
    test(`a visitor logs in to see a class and comes back to it, ${viewport.width} px, ${theme}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await setTheme(page, theme);
      const id = await findClass(page, { q: 'Modern HTML' });
      await page.goto(`/classDetail/${id}`);
      await expect(page).toHaveURL(`/login?from=%2FclassDetail%2F${id}`);
      await expect(page.getByText(`Log in to see ${TITLE}`)).toBeVisible();
      // The first run checks all widths and themes.
      if (viewport === PHONE && theme === 'light') await expectAccessible(page);
      await expectNoSideScroll(page);
      await logIn(page);
      await expect(page).toHaveURL(`/classDetail/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    });
  }
}

test('Enroll Now takes a visitor to the login with the reason, and never shows the class first', async ({
  page,
}) => {
  await page.goto('/allClasses?q=Modern+HTML');
  await page.evaluate((title) => {
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === title) document.documentElement.dataset.shown = '';
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, TITLE);
  await page.getByRole('link', { name: `Enroll Now: ${TITLE}` }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(`Log in to see ${TITLE}`)).toBeVisible();
  expect(await page.evaluate(() => 'shown' in document.documentElement.dataset)).toBe(false);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByText(`Register to see ${TITLE}`)).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  // Registration has a field with the same label.
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await logIn(page);
  await expect(page).toHaveURL(/\/classDetail\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
});

test.describe('a class that is not published', () => {
  test.use({ expectedErrors: /404 \(/ });

  test('is not named by the login', async ({ page }) => {
    await loginAs(page, 'Admin');
    const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
    const response = await page.request.get('/api/classes?status=Pending&limit=1', { headers });
    const [pending] = (await response.json()) as { _id: string; title: string }[];
    await page.context().clearCookies();
    await page.goto(`/classDetail/${pending!._id}`);
    await expect(page.getByText('Log in to see this class')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText(pending!.title)).toHaveCount(0);
  });
});

test('a teacher reads how far their class is published, and shares it only once it is', async ({
  browser,
  baseURL,
}) => {
  const teacher = await openPage(browser, baseURL, 'Teacher', { viewport: PHONE });
  const admin = await openPage(browser, baseURL, 'Admin');
  const student = await openPage(browser, baseURL, 'User');
  const title = 'Knots in review';
  const content = { title, price: 0, experience: 'Beginner', ...CONTENT };
  const { insertedId: id } = await call(teacher, 'POST', '/classes', content);
  const share = teacher.getByRole('button', { name: 'Share' });
  const expectStanding = async (text: string) => {
    await teacher.goto(`/classDetail/${id}`);
    await expect(teacher.getByRole('complementary', { name: 'Enrollment' })).toContainText(text);
  };
  await expectStanding('Pending review. Only you and our team can see this class.');
  await expect(share).toHaveCount(0);
  await expectAccessible(teacher);
  await call(admin, 'PATCH', `/classes/reject/${id}`, { status: 'rejected', reason: 'Too short' });
  await expectStanding('Rejected. Only you and our team can see this class.');
  await expect(share).toHaveCount(0);

  await call(teacher, 'PUT', `/classes/${id}`, content);
  await call(admin, 'PATCH', `/classes/${id}`, { status: 'approve' });
  await expectStanding('This is your own class.');
  await expect(share).toBeVisible();
  await call(student, 'POST', `/classes/${id}/enrollment`);
  await call(admin, 'PATCH', `/classes/withdraw/${id}`, { status: 'rejected', reason: 'Outdated' });
  await expectStanding('Withdrawn. Only you, your students and our team can see this class.');
  await expect(share).toHaveCount(0);
  await call(teacher, 'DELETE', `/classes/${id}`);
  await expectStanding('You deleted this class. Its students still have access.');
  await expect(share).toHaveCount(0);
});

test('a signed-in user gets the page with the first response, and is never asked to log in', async ({
  page,
}) => {
  await endStreams(page);
  await loginAs(page, 'User');
  const id = await findClass(page, { q: 'Modern HTML' });
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  const response = await page.goto(`/classDetail/${id}?from=elsewhere`);
  expect(await response!.text()).toContain(TITLE);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  expect(visited.filter((path) => path.includes('login'))).toEqual([]);
});

for (const from of [
  '//evil.example/x',
  '/\\evil.example',
  'https://evil.example',
  '/.//evil.example',
  '/\t/evil.example',
]) {
  test(`the login leads to no other site: ${JSON.stringify(from)}`, async ({ page, baseURL }) => {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await logIn(page);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    expect(page.url()).toBe(`${baseURL}/`);
  });
}

test('CLASS_PAGES=public leads a visitor of a free class to the login and back', async ({ browser }) => {
  // Starts its own server.
  test.slow();
  const { url, close } = await startPreparedServer({ CLASS_PAGES: 'public' });
  try {
    const teacher = await openPage(browser, url, 'Teacher');
    const admin = await openPage(browser, url, 'Admin');
    const id = await publish(teacher, admin, { title: 'Free knots', price: 0 });
    const visitor = await openPage(browser, url, undefined, { viewport: PHONE });
    await visitor.goto(`/classDetail/${id}`);
    await expectAccessible(visitor);
    await visitor.getByRole('link', { name: 'Save for later' }).click();
    await expect(visitor).toHaveURL(/login/);
    await visitor.goBack();
    await visitor.getByRole('link', { name: 'Log in to enroll for free' }).click();
    await logIn(visitor);
    await expect(visitor).toHaveURL(`${url}/classDetail/${id}`);
    await visitor.getByRole('button', { name: 'Enroll for free' }).click();
    await expect(visitor).toHaveURL(/myEnroll/);
    await visitor.getByRole('button', { name: 'Leave class: Free knots' }).click();
    const question = visitor.getByRole('dialog', { name: 'Leave this class?' });
    await expectAccessible(visitor);
    await question.getByRole('button', { name: 'Leave class' }).click();
    await expect(visitor.getByRole('article').filter({ hasText: 'Free knots' })).toHaveCount(0);
    await visitor.goto(`/classDetail/${id}`);
    await expect(visitor.getByRole('button', { name: 'Enroll for free' })).toBeEnabled();
    for (const page of [teacher, admin, visitor]) await page.context().close();
  } finally {
    await close();
  }
});

test('the bars of the ratings start and end at the same place', async ({ page }) => {
  await loginAs(page, 'User');
  const classId = await findClass(page, { q: 'Modern HTML' });
  await page.goto(`/classDetail/${classId}`);
  const bars = page.getByRole('term').filter({ hasText: /star/ }).locator('+ dd > span:first-child');
  await expect(bars).toHaveCount(5);
  const places = new Set<string>();
  for (const bar of await bars.all()) {
    const { x, width } = (await bar.boundingBox())!;
    places.add(`${x} ${width}`);
  }
  expect(places.size).toBe(1);
});

test('CLASS_PAGES=public shows a class to everyone, and hydration keeps it', async ({ page }) => {
  // Starts its own server.
  test.slow();
  const { url, close } = await startPreparedServer({ CLASS_PAGES: 'public' });
  try {
    const response = await page.request.get(`${url}/api/classes?q=Modern%20HTML&limit=1`);
    const [offer] = (await response.json()) as { _id: string }[];
    await expectLatePartStays(page, {
      address: `${url}/classDetail/${offer!._id}`,
      script: /assets\/course-[^/]*\.js$/,
      content: 'Start with an empty file',
    });
    await page.mouse.wheel(0, 300);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    expect(new URL(page.url()).pathname).toBe(`/classDetail/${offer!._id}`);
    await page.getByRole('link', { name: 'Pay Now' }).click();
    await expect(page.getByText('Please log in to pay for this class')).toBeVisible();
    const frames = page.locator('.panel .panel');
    await expect(frames).toHaveCSS('border-top-width', '0px');
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText(`Log in to enroll in ${TITLE}`)).toBeVisible();
  } finally {
    await close();
  }
});
