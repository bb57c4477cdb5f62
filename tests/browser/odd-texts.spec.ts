import type { Browser, Page } from '@playwright/test';
import type { SiteSettings } from '#contract/site-settings.ts';
import type { SampleAccount } from '#tests/support/sample-account.ts';
import { call, openPayment, publish } from './purchases.ts';
import { DESKTOP, expect, expectNoSideScroll, fillCard, loginAs, openPage, test } from './fixtures.ts';
import { expectToFit, longEmail, NAME, NARROW, signUp, TITLE, WORD } from './odd.ts';

interface Odd {
  teacher: Page;
  student: Page;
  classId: string;
}

const asksToTeach = async (page: Page, email: string): Promise<string> => {
  const { insertedId } = await call(page, 'POST', '/teacher-req', {
    name: NAME,
    email,
    title: TITLE,
    image: '/pictures/avatars/09.svg',
    experience: 'Beginner',
    category: 'Web Development',
  });
  return insertedId;
};

const prepare = async (browser: Browser, baseURL: string): Promise<Odd> => {
  const open = () => openPage(browser, baseURL);
  const [admin, teacher, student] = [await open(), await open(), await open()];
  await loginAs(admin, 'Admin');
  const request = await asksToTeach(teacher, await signUp(teacher));
  await call(admin, 'PATCH', `/teacher-req/teacher/${request}`);
  const classId = await publish(teacher, admin, { title: TITLE, description: WORD });
  const task = { title: TITLE, description: WORD, marks: 10, date: '2040-06-30' };
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, task);
  await call(teacher, 'PUT', `/classes/${classId}`, {
    title: `X${TITLE.slice(1)}`,
    description: `X${WORD}`,
    price: 10,
    image: '/pictures/covers/game-feel.svg',
  });
  const studentEmail = await signUp(student);
  await call(student, 'PUT', '/account/billing-details', {
    name: 'B'.repeat(150),
    address: 'a'.repeat(500),
    taxNumber: 't'.repeat(50),
  });
  await student.goto(`/payment?class=${classId}`);
  await expect(student.getByRole('button', { name: /^Pay/ })).toBeEnabled();
  await fillCard(student, '4242424242424242');
  await student.getByRole('button', { name: /^Pay/ }).click();
  await expect(student).toHaveURL(/myEnroll$/);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: WORD });
  await call(student, 'POST', '/feedback', {
    classId,
    feedback: WORD,
    rating: 3,
    user: { name: NAME, email: studentEmail, image: '' },
  });
  await asksToTeach(student, studentEmail);
  await call(admin, 'POST', '/edited-posts', {
    slug: 'w'.repeat(80),
    content: { title: TITLE, author: NAME, date: '2026-11-01', picture: '', text: WORD },
    publish: true,
  });
  await call(admin, 'PUT', '/site-pages/terms', {
    content: { title: TITLE, lead: WORD.slice(0, 300), text: `${WORD}\n\n| ${WORD} |\n|-|` },
    publish: true,
    version: 0,
  });
  await admin.context().close();
  return { teacher, student, classId };
};

let prepared: Promise<Odd> | undefined;

test.describe('the longest texts that are allowed fit at 320 and 1280 px', () => {
  test.setTimeout(120_000);
  let odd: Odd;
  test.beforeEach(async ({ browser, baseURL }) => {
    odd = await (prepared ??= prepare(browser, baseURL!));
  });

  test('for a visitor and a student', async () => {
    const { student, classId } = odd;
    await expectToFit(student, [
      '/',
      '/terms',
      '/blogs',
      `/blogs/${'w'.repeat(80)}`,
      `/allClasses?q=${TITLE.slice(0, 90)}`,
      `/classDetail/${classId}`,
      `/payment?class=${classId}`,
      '/teacherReq',
      '/dashboard/userHome',
      '/dashboard/myEnroll',
      `/dashboard/myAssignmentTasks/${classId}`,
      '/dashboard/studentProf',
      '/dashboard/account',
    ]);
    await student.goto('/dashboard/studentProf');
    await student.getByRole('link', { name: /^Receipt/ }).click();
    await expect(student.getByRole('heading', { level: 1, name: /^Receipt ./ })).toBeVisible();
    await expectNoSideScroll(student);
  });

  test('for a teacher', async () => {
    const { teacher, classId } = odd;
    await expectToFit(teacher, [
      '/dashboard/userHome',
      '/dashboard/myAddedClass',
      '/dashboard/earnings',
      `/dashboard/updateClass/${classId}`,
      `/dashboard/teacherClassTask/${classId}`,
    ]);
    await teacher.setViewportSize(NARROW);
    await teacher.getByRole('button', { name: /^Grade/ }).click();
    await expect(teacher.getByRole('dialog')).toBeVisible();
    const dialog = teacher.locator('dialog');
    expect(
      await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
  });

  test('for an admin', async ({ page }) => {
    const { classId } = odd;
    await loginAs(page, 'Admin');
    const of = (screen: string) => `/dashboard/${screen}?q=${NAME.slice(0, 50)}`;
    await expectToFit(
      page,
      ['teachersRequests', 'allClassReq', 'allUsers', 'payments', 'feedback', 'auditTrail'].map(of),
    );
    await expectToFit(page, [
      '/dashboard/classChanges',
      `/dashboard/classVersions/${classId}`,
      '/dashboard/sitePages',
      '/dashboard/sitePages/terms',
      `/dashboard/blogPosts/${'w'.repeat(80)}`,
    ]);
    // The login names the class that led to it.
    await page.context().clearCookies();
    await expectToFit(page, [`/login?from=${encodeURIComponent(`/classDetail/${classId}`)}`]);
  });
});

/** The Arabic texts of a page that do not have a direction of their own. */
const withoutDirection = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const isArabic = /\p{Script=Arabic}/u.test(textContent ?? '');
      if (isArabic && !parentElement!.closest('script, bdi, [dir=auto]')) found.push(textContent!);
    }
    return found;
  });

test('users’ texts have the direction of their script', async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const open = (who: SampleAccount) => openPage(browser, baseURL, who);
  const [admin, teacher, student] = [await open('Admin'), await open('Teacher'), await open('User')];
  const title = 'تعلم البرمجة 101';
  const text = 'تعلم كل شيء.';
  const id = await publish(teacher, admin, { title, description: text });
  await openPayment(student, title);
  await student.getByRole('button', { name: /^Pay/ }).click();
  await expect(student).toHaveURL(/myEnroll$/);
  await call(admin, 'POST', '/edited-posts', {
    slug: 'rtl',
    content: { title, author: 'ليلى', date: '2026-11-01', picture: '', text },
    publish: true,
  });
  const { brand, version } = (await call(admin, 'GET', '/site-settings')) as unknown as SiteSettings;
  const picture = '/pictures/heroes/harbor.svg';
  await call(admin, 'PUT', '/site-settings', {
    version,
    brand: { ...brand, logoFirst: 'مرسى', logoSecond: '', company: title, claim: text },
    home: {
      partners: [{ name: title, symbol: 'waves', picture: '' }],
      services: [{ title, text, symbol: 'waves', picture: '' }],
      calls: [{ title, text, label: 'Go', link: '/allClasses', picture }],
    },
  });
  const pages = [
    ['/', 'blogs', 'blogs/rtl', 'dashboard/payments', 'dashboard/homePage', 'dashboard/allClassReq'],
    [`classDetail/${id}`, 'dashboard/myAddedClass', 'dashboard/earnings'],
    [`classDetail/${id}`, 'dashboard/myEnroll', `dashboard/myAssignmentTasks/${id}`, 'dashboard/studentProf'],
  ];
  for (const [index, page] of [admin, teacher, student].entries()) {
    for (const path of pages[index]!) {
      await page.goto(new URL(path, baseURL).href);
      await expect(page.getByRole('main').getByText(title).first(), path).toBeAttached();
      expect(await withoutDirection(page), path).toEqual([]);
    }
  }
  await teacher.goto(`/classDetail/${id}`);
  const heading = teacher.getByRole('heading', { level: 1, name: title });
  expect(await heading.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
});

/** Gives the site's brand, home page and choices the longest texts, and invites a long address. */
const useLongestSettings = async (admin: Page): Promise<void> => {
  const settings = (await call(admin, 'GET', '/site-settings')) as unknown as SiteSettings;
  const [button, name, line, text] = [40, 60, 100, 200].map((length) => 'W'.repeat(length)) as [
    string,
    string,
    string,
    string,
  ];
  const picture = '/pictures/heroes/harbor.svg';
  const symbol = 'waves';
  await call(admin, 'PUT', '/site-settings', {
    version: settings.version,
    brand: {
      ...settings.brand,
      logoFirst: 'W'.repeat(20),
      logoSecond: 'M'.repeat(20),
      company: 'W'.repeat(80),
      claim: 'W'.repeat(120),
      description: 'W'.repeat(300),
    },
    skills: { experienceLevels: [name], skillCategories: [name] },
    home: {
      slides: (['dark', 'panel'] as const).map((style) => ({
        headline: line,
        subtitle: line,
        picture,
        narrowPicture: '',
        description: text,
        text: style,
        label: button,
        link: '/allClasses',
      })),
      partners: [{ name, symbol, picture: '' }],
      services: [{ title: name, text, symbol, picture: '' }],
      calls: [{ title: line, text, label: button, link: '/allClasses', picture }],
    },
  });
  await call(admin, 'POST', '/invitations/emails', { emails: [longEmail()], days: 7 });
};

test('the longest texts of a site’s owner fit at 320 and 1280 px', async ({ page }) => {
  test.setTimeout(120_000);
  await loginAs(page, 'Admin');
  await useLongestSettings(page);
  await expectToFit(page, [
    '/',
    '/allClasses',
    '/teacherReq',
    '/dashboard/siteSettings',
    '/dashboard/homePage',
    '/dashboard/invitations',
    '/dashboard/undeliveredEmails',
  ]);
  await page.context().clearCookies();
  await expectToFit(page, ['/login', '/registration']);
  await page.goto('/');
  for (const viewport of [NARROW, DESKTOP]) {
    await page.setViewportSize(viewport);
    const tooHigh = await page
      .locator('[data-slide] > div')
      .evaluateAll((slides) => slides.filter((slide) => slide.scrollHeight > slide.clientHeight).length);
    expect(tooHigh, `slides at ${viewport.width} px`).toBe(0);
  }
});
