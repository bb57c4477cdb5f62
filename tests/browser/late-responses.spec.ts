import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { addLesson, addSection, openFreeClass } from './course.ts';
import { findClass } from './find-class.ts';
import { confirm, expect, loginAs, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { untilWatched } from './keyboard.ts';
import { call } from './purchases.ts';
import { LOADING_HEADINGS } from './screens.ts';

// User actions while the server has not responded yet.

test('a title that is typed while the one before is sent stays in the form', async ({ browser, baseURL }) => {
  const { teacher, classId } = await openFreeClass(browser, baseURL, 'Titles one after the other');
  await teacher.goto(`/dashboard/curriculum/${classId}`);
  const letThrough = await hold(teacher, '**/sections', 'POST');
  const title = teacher.getByLabel('Title of a new section');
  await title.fill('Sails');
  await title.press('Enter');
  await title.fill('Ropes');
  letThrough();
  await expect(teacher.getByRole('region', { name: 'Sails' })).toBeVisible();
  await expect(teacher.getByRole('button', { name: 'Add section' })).toBeEnabled();
  await expect(title).toHaveValue('Ropes');
  await title.press('Enter');
  await expect(teacher.getByRole('region', { name: 'Ropes' })).toBeVisible();
  await expect(title).toHaveValue('');
});

test.describe('a call that fails', () => {
  test.use({ expectedErrors: /500/ });

  test('leaves the titles in their forms', async ({ browser, baseURL }) => {
    const { teacher, classId } = await openFreeClass(browser, baseURL, 'Titles that are refused');
    await addSection(teacher, classId, 'Basics');
    await teacher.route('**/sections**', (route) =>
      ['POST', 'PUT'].includes(route.request().method()) ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await teacher.goto(`/dashboard/curriculum/${classId}`);
    const title = teacher.getByLabel('Title of a new section');
    await title.fill('Sails');
    await title.press('Enter');
    await expect(teacher.getByRole('alert')).toBeVisible();
    await expect(teacher.getByRole('button', { name: 'Add section' })).toBeEnabled();
    await expect(title).toHaveValue('Sails');
    await teacher.getByRole('button', { name: 'Rename: Basics' }).click();
    const renamed = teacher.getByLabel('New title of the section');
    await renamed.fill('First steps');
    await renamed.press('Enter');
    await expect(teacher.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
    await expect(renamed).toHaveValue('First steps');
  });
});

test('what is typed while a question is sent stays in the form', async ({ browser, baseURL }) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Questions of the impatient');
  const section = await addSection(teacher, classId, 'Basics');
  const lesson = await addLesson(teacher, section, { title: 'Knots', text: 'A knot.' });
  await student.goto(`/lesson/${lesson}`);
  const discussion = student.getByRole('region', { name: 'Questions and answers' });
  await discussion.scrollIntoViewIfNeeded();
  const letThrough = await hold(student, '**/questions', 'POST');
  const question = student.getByRole('textbox', { name: 'Your question' });
  await question.fill('Which knot?');
  await student.getByRole('button', { name: 'Ask', exact: true }).click();
  await question.fill('And which rope?');
  letThrough();
  await expect(discussion.getByRole('article', { name: /^Question from/ })).toContainText('Which knot?');
  await expect(student.getByRole('button', { name: 'Ask', exact: true })).toBeEnabled();
  await expect(question).toHaveValue('And which rope?');
});

test('a dialog that is sending asks before it closes, takes no input, and later closes no other one', async ({
  page,
}) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allClassReq?status=Pending');
  const letThrough = await hold(page, '**/api/classes/reject/*', 'PATCH');
  await page
    .getByRole('button', { name: /^Reject / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Reject / });
  const reason = dialog.getByLabel('Reason');
  await reason.fill('It has no lessons yet.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await reason.press('End');
  await reason.pressSequentially(' And no picture.');
  await expect(reason).toHaveValue('It has no lessons yet.');
  await reason.press('Escape');
  const question = page.getByRole('dialog', { name: 'Still sending. Leave?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole('button', { name: /^View / })
    .last()
    .click();
  letThrough();
  await expectAnnounced(page, 'Class rejected');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('an edited question and a new title of a section take no input while they are saved', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Second thoughts');
  const section = await addSection(teacher, classId, 'Basics');
  const lesson = await addLesson(teacher, section, { title: 'Knots', text: 'A knot.' });
  await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which knot?' });
  await student.goto(`/lesson/${lesson}`);
  const discussion = student.getByRole('region', { name: 'Questions and answers' });
  await discussion.scrollIntoViewIfNeeded();
  await student.getByRole('button', { name: 'Edit your question' }).click();
  const saveQuestion = await hold(student, '**/posts/*', 'PUT');
  const text = discussion.getByRole('article').getByRole('textbox');
  await text.fill('Which rope?');
  await student.getByRole('button', { name: 'Save', exact: true }).click();
  await text.press('End');
  await text.pressSequentially(' And which knot?');
  await expect(text).toHaveValue('Which rope?');
  saveQuestion();
  await expect(discussion.getByText('Which rope?')).toBeVisible();

  await teacher.goto(`/dashboard/curriculum/${classId}`);
  await teacher.getByRole('button', { name: 'Rename: Basics' }).click();
  const saveTitle = await hold(teacher, '**/sections/*', 'PUT');
  const title = teacher.getByLabel('New title of the section');
  await title.fill('First steps');
  await title.press('Enter');
  await title.pressSequentially(' at sea');
  await expect(title).toHaveValue('First steps');
  saveTitle();
  await expect(teacher.getByRole('region', { name: 'First steps' })).toBeVisible();
});

test('a form that is sending asks before a link leaves it, and takes no input', async ({ page }) => {
  await loginAs(page, 'Teacher');
  await page.goto('/dashboard/addClass');
  await page.getByLabel('Title').fill('Sailing by night');
  await page.getByLabel('Price ($)').fill('20');
  await page.getByLabel('Experience').selectOption('Junior');
  await page.getByLabel('Description').fill('Lights, signals and stars.');
  await page.getByLabel('Image URL').fill('/pictures/covers/game-feel.svg');
  const letThrough = await hold(page, '**/api/classes', 'POST');
  await page.getByRole('button', { name: 'Add Class' }).click();
  await page.getByLabel('Description').press('End');
  await page.getByLabel('Description').pressSequentially(' And buoys.');
  await expect(page.getByLabel('Description')).toHaveValue('Lights, signals and stars.');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'My Added Class' })
    .click();
  await confirm(page, 'Still sending. Leave?', 'Cancel');
  letThrough();
  await expect(page).toHaveURL(/myAddedClass$/);
});

test.describe('a response that is lost', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('does not post a question twice', async ({ browser, baseURL }) => {
    const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Questions on a bad line');
    const section = await addSection(teacher, classId, 'Basics');
    const lesson = await addLesson(teacher, section, { title: 'Knots', text: 'A knot.' });
    await student.goto(`/lesson/${lesson}`);
    const discussion = student.getByRole('region', { name: 'Questions and answers' });
    await discussion.scrollIntoViewIfNeeded();
    await student.getByRole('textbox', { name: 'Your question' }).fill('Which knot?');
    let lost = 0;
    await student.route('**/questions', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    const ask = student.getByRole('button', { name: 'Ask', exact: true });
    await ask.click();
    await expect(discussion.getByRole('alert')).toBeVisible();
    await ask.click();
    await expect(student.getByRole('textbox', { name: 'Your question' })).toHaveValue('');
    await expect(discussion.getByRole('article', { name: /^Question from/ })).toHaveCount(1);
  });
});

/** Navigates within the application, without a link. */
const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    window.announced = [];
    window.history.pushState({}, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

for (const [who, screens] of Object.entries(LOADING_HEADINGS)) {
  test(`each screen of ${who} has its heading, with the focus, before and after its data arrives`, async ({
    page,
  }) => {
    test.slow();
    await loginAs(page, who as keyof typeof LOADING_HEADINGS);
    const own = await findClass(page, { q: 'Modern HTML' });
    const [payment] = (await call(page, 'GET', '/payments/own')) as unknown as { _id: string }[];
    // A screen that loads no data of the others, so that none is cached.
    await page.goto('/dashboard/account');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Account');
    await untilWatched(page);
    for (const [screen, [before, after = before]] of Object.entries(screens)) {
      const letThrough = await hold(page, /\/api\/(?!notifications)/, 'GET');
      const path = screen.replace('{own}', own).replace('{payment}', payment?._id ?? '');
      await navigate(page, `/dashboard/${path}`);
      await expect(heading, screen).toHaveText(before);
      await expect(heading, screen).toBeFocused();
      await expect(page, screen).toHaveTitle(/ · /);
      letThrough();
      await expect(heading, screen).toHaveText(after);
      await expect(page.locator('main [aria-busy=true]'), screen).toHaveCount(0);
      await expect(page.getByRole('main').getByText('Loading...'), screen).toHaveCount(0);
      await expect(heading, screen).toBeFocused();
      // The heading has the focus just before the title is announced.
      await expect
        .poll(() => page.evaluate(() => window.announced.filter((text) => text === document.title)), screen)
        .toHaveLength(1);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}
