import type { Page } from '@playwright/test';
import type { SiteSettings } from '#contract/site-settings.ts';
import { expectAnnounced } from './announcements.ts';
import { discussion, openCourse, openFreeClass } from './course.ts';
import { confirm, expect, loginAs, test } from './fixtures.ts';
import { loseResponse } from './lose-response.ts';
import { call } from './purchases.ts';

// Changes that were stored although their response was lost. Unless a test says so, nobody else has changed anything.

test.use({ expectedErrors: /net::ERR_FAILED|status of 409|404 .*deleted-twice/ });

const NO_RESPONSE = 'We can’t reach the server. Please check your connection.';

test('site settings are saved again, also with what was typed since', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteSettings');
  const company = page.getByRole('textbox', { name: 'Company' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await loseResponse(page, '**/api/site-settings', 'PUT');
  await company.fill('First Ltd.');
  await save.click();
  await expect(page.getByRole('alert')).toHaveText(NO_RESPONSE);
  await company.fill('Second Ltd.');
  await save.click();
  await expectAnnounced(page, 'Site settings saved');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(company).toHaveValue('Second Ltd.');
});

test('site settings are saved as they were before, after others were stored', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteSettings');
  const claim = page.getByRole('textbox', { name: 'Tagline' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const before = await claim.inputValue();
  await loseResponse(page, '**/api/site-settings', 'PUT');
  await claim.fill('Never mind');
  await save.click();
  await expect(page.getByRole('alert')).toHaveText(NO_RESPONSE);
  await claim.fill(before);
  await save.click();
  await expectAnnounced(page, 'Site settings saved');
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(claim).toHaveValue(before);
});

test('a page is published, also with what was typed since', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/sitePages/privacy');
  await loseResponse(page, '**/api/site-pages/privacy', 'PUT');
  await page.getByLabel('Text').fill('First');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert')).toHaveText(NO_RESPONSE);
  await page.getByLabel('Text').fill('Second');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectAnnounced(page, 'Page published');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto('/privacy');
  await expect(page.getByRole('main').getByText('Second', { exact: true })).toBeVisible();
});

const slidesOf = (page: Page) => page.getByRole('list', { name: 'Slides' }).getByRole('listitem');

/** Saves a new slide in a dialog, which stays open if that fails. */
const addSlide = async (page: Page, headline: string) => {
  await page.getByRole('button', { name: 'Add a slide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a slide' });
  await dialog.getByLabel('Headline', { exact: true }).fill(headline);
  await dialog.getByLabel('Picture URL', { exact: true }).fill('/pictures/heroes/harbor.svg');
  await dialog.getByRole('button', { name: 'Save' }).click();
  return dialog;
};

const restoreSlides = async (page: Page) => {
  await page.getByRole('button', { name: 'Restore the default slides' }).click();
  await confirm(page, 'Restore the default slides?', 'Restore');
  await expect(slidesOf(page)).toHaveCount(4);
};

test('a new slide is not added twice', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/homePage');
  // From now on, the slides are stored in the database.
  await addSlide(page, 'Stored before');
  await expect(slidesOf(page)).toHaveCount(5);
  await loseResponse(page, '**/api/site-settings', 'PUT');
  const dialog = await addSlide(page, 'Only once');
  await expect(dialog.getByRole('alert')).toHaveText(NO_RESPONSE);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(slidesOf(page).filter({ hasText: 'Only once' })).toHaveCount(1);
  await restoreSlides(page);
});

test('slides are saved again, also with what was typed since', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/homePage');
  await loseResponse(page, '**/api/site-settings', 'PUT');
  const added = await addSlide(page, 'First');
  await expect(added.getByRole('alert')).toHaveText(NO_RESPONSE);
  await added.getByLabel('Headline', { exact: true }).fill('Second');
  await added.getByRole('button', { name: 'Save' }).click();
  await expect(added).toHaveCount(0);
  await expect(slidesOf(page)).toHaveCount(5);
  await expect(slidesOf(page).last()).toContainText('Second');

  await loseResponse(page, '**/api/site-settings', 'PUT');
  await page.getByRole('button', { name: 'Edit: Second' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit slide' });
  for (const headline of ['Third', 'Fourth']) {
    await edited.getByLabel('Headline', { exact: true }).fill(headline);
    await edited.getByRole('button', { name: 'Save' }).click();
    if (headline === 'Third') await expect(edited.getByRole('alert')).toHaveText(NO_RESPONSE);
  }
  await expect(edited).toHaveCount(0);
  await expect(slidesOf(page)).toHaveCount(5);
  await expect(slidesOf(page).last()).toContainText('Fourth');
  await restoreSlides(page);
});

const settingsOf = async (page: Page): Promise<SiteSettings> =>
  (await call(page, 'GET', '/site-settings')) as unknown as SiteSettings;

test('slides are moved, removed and restored again', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/homePage');
  for (const headline of ['Third to last', 'Second to last', 'Last']) await addSlide(page, headline);
  await expect(slidesOf(page)).toHaveCount(7);
  const failure = page.getByRole('alert');
  const lose = async () => {
    await loseResponse(page, '**/api/site-settings', 'PUT');
    return expect(failure).toHaveCount(0);
  };
  const move = () => page.getByRole('button', { name: 'Move up: Last' }).click();
  const remove = async (headline: string) => {
    await page.getByRole('button', { name: `Remove: ${headline}` }).click();
    await confirm(page, 'Are you sure?', 'Yes, delete it!');
  };

  await lose();
  await move();
  await expect(failure).toHaveText(NO_RESPONSE);
  await move();
  await expect(slidesOf(page).nth(5)).toContainText('Last');
  await expect(slidesOf(page).nth(6)).toContainText('Second to last');

  await lose();
  await move();
  await expect(failure).toHaveText(NO_RESPONSE);
  await remove('Third to last');
  await expect(slidesOf(page)).toHaveCount(6);

  await lose();
  await remove('Last');
  await expect(failure).toHaveText(NO_RESPONSE);
  // Another admin removes one more.
  const { version, home } = await settingsOf(page);
  const slides = home.slides.slice(1);
  await call(page, 'PUT', '/site-settings', { home: { slides }, version });
  await remove('Last');
  await expect(failure).toContainText('Another admin has changed the settings');
  await expect(slidesOf(page)).toHaveCount(4);

  await loseResponse(page, '**/api/site-settings', 'PUT');
  await page.getByRole('button', { name: 'Restore the default slides' }).click();
  await confirm(page, 'Restore the default slides?', 'Restore');
  await expect(failure).toHaveText(NO_RESPONSE);
  await restoreSlides(page);
  await expect(failure).toHaveCount(0);
});

test('a new post is published, also with what was typed since', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/blogPosts');
  await loseResponse(page, '**/api/edited-posts', 'POST');
  await page.getByLabel('Title').fill('Written once');
  await page.getByLabel('Text').fill('First');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert')).toHaveText(NO_RESPONSE);
  await page.getByLabel('Text').fill('Second');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectAnnounced(page, 'Post published');
  await expect(page).toHaveURL('/dashboard/blogPosts/written-once');
  await expect(page.getByLabel('Text')).toHaveValue('Second');
});

test('a new post is stored once if its address is changed meanwhile', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/blogPosts');
  await loseResponse(page, '**/api/edited-posts', 'POST');
  await page.getByLabel('Title').fill('Moved');
  await page.getByLabel('Text').fill('Text');
  await page.getByLabel('Address').fill('moved-away');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alert')).toHaveText(NO_RESPONSE);
  await page.getByLabel('Address').fill('moved-here');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL('/dashboard/blogPosts/moved-here');
  await expect(page.getByText('Published.', { exact: true })).toBeVisible();
  expect((await page.request.get('/api/blog-posts/moved-away')).status()).toBe(404);
  expect((await page.request.get('/api/blog-posts/moved-here')).status()).toBe(200);
});

test('a post is deleted again', async ({ page }) => {
  await loginAs(page, 'Admin');
  const content = { title: 'Short-lived', author: 'Admin', date: '2026-01-01', picture: '', text: 'Text' };
  await call(page, 'POST', '/edited-posts', { slug: 'deleted-twice', content, publish: false });
  await page.goto('/dashboard/blogPosts/deleted-twice');
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Are you sure?', 'Yes, delete it!');
  };
  await loseResponse(page, '**/api/edited-posts/deleted-twice?*', 'DELETE');
  await remove();
  await expect(page.getByRole('alert')).toHaveText(NO_RESPONSE);
  await remove();
  await expect(page).toHaveURL('/dashboard/sitePages');
});

test('questions and answers are saved again, also with what was typed since', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'Joinery without a response');
  const question = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which saw?' });
  await call(teacher, 'POST', `/questions/${question.insertedId}/answers`, { text: 'The fine one.' });
  for (const [page, kind] of [
    [student, 'question'],
    [teacher, 'answer'],
  ] as const) {
    await page.goto(`/lesson/${lesson}`);
    await discussion(page).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: `Edit your ${kind}` }).click();
    await loseResponse(page, '**/api/posts/*', 'PUT');
    const editor = discussion(page)
      .getByRole('article')
      .filter({ has: page.getByRole('textbox') })
      .last();
    for (const typed of ['First', 'Second']) {
      await editor.getByRole('textbox').fill(`${typed} ${kind}`);
      await editor.getByRole('button', { name: 'Save' }).click();
      if (typed === 'First') await expect(editor.getByRole('alert')).toHaveText(NO_RESPONSE);
    }
    await expect(editor).toHaveCount(0);
    await expect(discussion(page).getByText(`Second ${kind}`)).toBeVisible();
  }
});

/** Saves twice from a dialog. The first response is lost. */
const saveTwice = async (
  page: Page,
  { field, values, action }: { field: string; values: [string, string]; action: string },
) => {
  const dialog = page.getByRole('dialog');
  for (const value of values) {
    await dialog.getByLabel(field).fill(value);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    if (value === values[0]) await expect(dialog.getByRole('alert')).toHaveText(NO_RESPONSE);
  }
  await expect(dialog).toHaveCount(0);
};

const ASSIGNMENT = { title: 'A joint', description: 'Saw it.', marks: 10, date: '2040-06-30' };

test('an assignment is saved again, also with what was typed since', async ({ browser, baseURL }) => {
  const { teacher, classId } = await openFreeClass(browser, baseURL, 'Joints without a response');
  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await loseResponse(teacher, '**/api/classes/*/assignments', 'PATCH');
  await teacher.getByRole('button', { name: 'Create Assignment' }).click();
  const dialog = teacher.getByRole('dialog');
  await dialog.getByLabel('Description').fill(ASSIGNMENT.description);
  await dialog.getByLabel('Marks', { exact: true }).fill('10');
  await dialog.getByLabel('Deadline').fill(ASSIGNMENT.date);
  await saveTwice(teacher, {
    field: 'Title',
    values: ['A joint', 'Two joints'],
    action: 'Create Assignment',
  });
  await expect(teacher.getByText('Two joints')).toBeVisible();
});

test('work is submitted again, also with what was typed since, but not over marks', async ({
  browser,
  baseURL,
}) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Work without a response');
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, ASSIGNMENT);
  await student.goto(`/dashboard/myAssignmentTasks/${classId}`);
  const calls = '**/api/classes/*/submission';
  await loseResponse(student, calls, 'PUT');
  await student.getByRole('button', { name: 'Submit' }).click();
  await saveTwice(student, { field: 'Text', values: ['It wobbles.', 'It holds.'], action: 'Submit' });
  await expect(student.getByText('It holds.')).toBeVisible();

  await loseResponse(student, calls, 'PUT');
  await student.getByRole('button', { name: 'Submit again' }).click();
  const dialog = student.getByRole('dialog');
  const submit = async (text: string) => {
    await dialog.getByLabel('Text').fill(text);
    await dialog.getByRole('button', { name: 'Submit' }).click();
  };
  await submit('It fits.');
  await expect(dialog.getByRole('alert')).toHaveText(NO_RESPONSE);
  const { submission } = (await call(student, 'GET', `/classes/${classId}/submission`)) as unknown as {
    submission: { _id: string };
  };
  await call(teacher, 'PATCH', `/submissions/${submission._id}`, { marks: 3 });
  await submit('It fits well.');
  await expect(dialog.getByRole('alert')).toContainText('graded in the meantime');
});

test('marks are saved again, also with what was typed since', async ({ browser, baseURL }) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Marks without a response');
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, ASSIGNMENT);
  await call(student, 'PUT', `/classes/${classId}/submission`, { text: 'It holds.' });
  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await loseResponse(teacher, '**/api/submissions/*', 'PATCH');
  await teacher.getByRole('button', { name: /^Grade submission of/ }).click();
  await saveTwice(teacher, { field: 'Marks out of 10', values: ['8', '9'], action: 'Save marks' });
  await expect(teacher.getByRole('row').filter({ hasText: '9 / 10' })).toBeVisible();
});
