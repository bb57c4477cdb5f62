import type { Page } from '@playwright/test';
import { phonePhoto } from '#tests/support/pictures.ts';
import { addSection } from './course.ts';
import { findClass } from './find-class.ts';
import { DESKTOP, expect, expectAccessible, expectNoSideScroll, loginAs, PHONE, test } from './fixtures.ts';
import { call, CONTENT } from './purchases.ts';

/** Types into a field and presses Enter, using the keyboard only. */
const enter = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).last().focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};
const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();
const titles = (page: Page) => page.locator('main li button.link').allTextContents();

/**
 * Signs in as the teacher and adds a section with a draft to a class. @returns their ids, that of the class, and the
 * address of the lesson's editor
 */
const addDraft = async (
  page: Page,
  { section, kind, title }: Record<'section' | 'kind' | 'title', string>,
) => {
  await loginAs(page, 'Teacher');
  const classId = await findClass(page, { q: 'Modern HTML' });
  const sectionId = await addSection(page, classId, section);
  const { insertedId } = await call(page, 'POST', `/sections/${sectionId}/lessons`, { kind, title });
  return { classId, sectionId, editor: `/dashboard/curriculum/${classId}?lesson=${insertedId}` };
};

for (const viewport of [PHONE, DESKTOP]) {
  test(`a teacher builds a class of three sections by keyboard, and a visitor reads a preview, ${viewport.width} px`, async ({
    page,
    browser,
    site,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await loginAs(page, 'Teacher');
    const own = await findClass(page, { q: 'Modern HTML' });
    const name = (text: string) => `${text} ${viewport.width}`;
    await page.goto('/dashboard/myAddedClass');
    const lessons = page.getByRole('link', { name: /^Lessons of Modern HTML/ });
    await lessons.focus();
    await page.keyboard.press('Enter');
    for (const section of ['One', 'Two', 'Three']) {
      await enter(page, 'Title of a new section', name(section));
      await expect(page.getByRole('region', { name: name(section) })).toBeVisible();
    }
    for (const lesson of ['First', 'Second']) {
      await enter(page, 'Title of a new lesson', name(lesson));
      await expect(page.getByRole('button', { name: name(lesson), exact: true })).toBeVisible();
    }
    await press(page, `Move up: ${name('Second')}`);
    await expect(page.getByText(`Now lesson 1 of 2 in ${name('Three')}`)).toBeAttached();
    await expect(page.getByRole('button', { name: `Move up: ${name('Second')}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Now lesson 1 of 1 in ${name('Two')}`)).toBeAttached();
    await expect.poll(async () => (await titles(page)).slice(-2)).toEqual([name('Second'), name('First')]);
    await expectNoSideScroll(page);
    await expectAccessible(page);

    await press(page, name('First'));
    await page.getByLabel('Minutes').fill('12');
    await page.getByLabel('Text', { exact: true }).focus();
    await page.keyboard.type('A grid has lines.');
    await page.keyboard.press('Control+A');
    await press(page, 'Bold');
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText(
      'A grid has lines.',
    );
    for (const box of ['Published', 'Free preview']) {
      await page.getByLabel(box).focus();
      await page.keyboard.press('Space');
    }
    await saved(page);
    await expectNoSideScroll(page);
    await expectAccessible(page);
    const { searchParams } = new URL(page.url());

    const visitor = await browser.newPage({ viewport });
    await visitor.goto(`${site.url}/lesson/${searchParams.get('lesson')}`);
    await expect(visitor.getByRole('heading', { level: 1, name: name('First') })).toBeVisible();
    await expect(visitor.locator('strong', { hasText: 'A grid has lines.' })).toBeVisible();
    await expect(visitor.getByText('12 min · Free preview')).toBeVisible();
    await expectNoSideScroll(visitor);
    await expectAccessible(visitor);
    await visitor.close();

    await page.goto(`/classDetail/${own}`);
    await expect(page.getByRole('heading', { name: 'Curriculum' })).toBeVisible();
    await expect(page.getByText(name('Three'))).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
  });
}

test('the lessons of a new class say what sections are for, until there is one', async ({ page }) => {
  await loginAs(page, 'Teacher');
  const content = { title: 'A class without lessons', price: 0, experience: 'Beginner', ...CONTENT };
  const { insertedId } = await call(page, 'POST', '/classes', content);
  await page.goto(`/dashboard/curriculum/${insertedId}`);
  const empty = page.getByText('Sections hold the lessons of your class. Add the first section');
  await expect(empty).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await expect(page.getByLabel(/^One line for each thing/)).toHaveAccessibleDescription(/in plain text/);
  await enter(page, 'Title of a new section', 'Basics');
  await expect(page.getByRole('region', { name: 'Basics' })).toBeVisible();
  await expect(empty).toHaveCount(0);
});

test('a video address can be opened from the editor, which sends no request to the video service', async ({
  page,
  context,
}) => {
  const lesson = { section: 'Films', kind: 'video', title: 'A film by address' };
  const { sectionId, editor } = await addDraft(page, lesson);
  const asked: string[] = [];
  await context.route(/youtube/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>A film</title><h1>A film</h1>' });
  });
  await page.goto(editor);
  await page.getByLabel('Video', { exact: true }).fill('https://youtu.be/dQw4w9WgXcQ?si=abc');
  await page.getByLabel('Published').check();
  await saved(page);
  expect(asked).toEqual([]);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Watch on YouTube' }).press('Enter');
  await expect((await opened).getByRole('heading', { name: 'A film' })).toBeVisible();
  expect(asked).toEqual(['https://www.youtube.com/watch?v=dQw4w9WgXcQ']);
  await call(page, 'DELETE', `/sections/${sectionId}`);
});

test('a format button leaves the text selected for the next key, and an uploaded picture leaves the focus where it is', async ({
  page,
}) => {
  const lesson = { section: 'Formats', kind: 'article', title: 'A formatted lesson' };
  const { sectionId, editor } = await addDraft(page, lesson);
  await page.goto(editor);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('lines');
  await text.press('Control+A');
  // Read in the page, because the next key may be pressed before the browser draws its next frame.
  const selected = await page.getByRole('button', { name: 'Bold' }).evaluate((button) => {
    (button as HTMLButtonElement).focus();
    (button as HTMLButtonElement).click();
    return { name: document.activeElement?.tagName, text: document.getSelection()?.toString() };
  });
  expect(selected).toEqual({ name: 'TEXTAREA', text: 'lines' });
  await page.keyboard.type('rows');
  await expect(text).toHaveValue('**rows**');

  let upload = () => {};
  const requested = new Promise<void>((resolve) => (upload = resolve));
  await page.route('**/api/pictures', async (route) => {
    await requested;
    await route.continue();
  });
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(64, 36) };
  await page.getByRole('toolbar', { name: 'Format' }).getByLabel('Picture').setInputFiles(photo);
  await page.getByLabel('Title').fill('Typed meanwhile');
  upload();
  await expect(text).toHaveValue(/!\[Picture\]/);
  await expect(page.getByLabel('Title')).toBeFocused();
  await saved(page);
  await call(page, 'DELETE', `/sections/${sectionId}`);
});

test('saved outcomes are shown again after a lesson was open, whatever was loading meanwhile', async ({
  page,
}) => {
  const lesson = { section: 'Outcomes', kind: 'article', title: 'Opened' };
  const { classId, sectionId } = await addDraft(page, lesson);
  await page.goto(`/dashboard/curriculum/${classId}`);
  const outcomes = page.getByLabel('One line for each thing that students will be able to do');
  const before = await outcomes.inputValue();

  // The list that loads after a new section was read before the outcomes are saved, and arrives afterwards.
  let read = () => {};
  let release = () => {};
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    '**/curriculum/draft',
    async (route) => {
      const response = await route.fetch();
      read();
      await isReleased;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await enter(page, 'Title of a new section', 'Added meanwhile');
  await isRead;
  await outcomes.fill('Read a layout');
  await saved(page);
  release();
  const added = page.getByRole('region', { name: 'Added meanwhile' });
  await expect(added).toBeVisible();

  await press(page, 'Opened');
  await page.getByRole('button', { name: 'All lessons' }).click();
  await expect(outcomes).toHaveValue('Read a layout');
  await outcomes.fill('Read a layout\nBuild a page');
  await saved(page);
  await expect(page.getByText('Changed elsewhere')).toHaveCount(0);

  await outcomes.fill(before);
  await saved(page);
  await call(page, 'DELETE', `/sections/${sectionId}`);
  const { sections } = (await call(page, 'GET', `/classes/${classId}/curriculum/draft`)) as unknown as {
    sections: { _id: string; title: string }[];
  };
  await call(page, 'DELETE', `/sections/${sections.find(({ title }) => title === 'Added meanwhile')!._id}`);
});

test('the list shows a change that is still being saved when the editor is closed', async ({ page }) => {
  const lesson = { section: 'Quick', kind: 'article', title: 'Before' };
  const { classId, sectionId, editor } = await addDraft(page, lesson);
  await page.goto(editor);
  await expect(page.getByLabel('Title')).toHaveValue('Before');
  // The change reaches the server only after the list was loaded.
  const listed = page.waitForResponse((response) => response.url().endsWith(`${classId}/curriculum/draft`));
  await page.route('**/api/lessons/*', async (route) => {
    if (route.request().method() === 'PUT') await (await listed).finished();
    await route.continue();
  });
  await page.getByLabel('Title').fill('After');
  await page.getByRole('button', { name: 'All lessons' }).click();
  const section = page.getByRole('region', { name: 'Quick' });
  await expect(section.getByRole('button', { name: 'After', exact: true })).toBeVisible();
  await call(page, 'DELETE', `/sections/${sectionId}`);
});

test.describe('written text', () => {
  test.use({ expectedErrors: /409|ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test('is kept without a connection, and not lost between two tabs', async ({ page, context }) => {
    const lesson = { section: 'Tabs', kind: 'article', title: 'Two tabs' };
    const { sectionId, editor } = await addDraft(page, lesson);
    const text = (tab: Page) => tab.getByLabel('Text', { exact: true });
    await page.goto(editor);
    const other = await context.newPage();
    await other.goto(editor);
    await text(other).fill('Of the other tab');
    await other.getByLabel('Published').check();
    await saved(other);

    await text(page).fill('Of this tab');
    await expect(page.getByText('This lesson was changed elsewhere')).toBeVisible();
    // Keeping this version would take the lesson back.
    await expect(page.getByRole('alert')).toContainText(
      /Published.*Your version: No.*The other version: Yes/,
    );
    await page.getByText('The text of the other version').click();
    await expect(page.getByText('Of the other tab')).toBeVisible();
    await expect(text(page)).toHaveValue('Of this tab');
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await saved(page);

    await context.setOffline(true);
    await text(page).fill('Written in the train');
    await expect(page.getByText('Offline – saved in this browser')).toBeVisible();
    await context.setOffline(false);
    await saved(page);
    await page.reload();
    await expect(text(page)).toHaveValue('Written in the train');
    await call(page, 'DELETE', `/sections/${sectionId}`);
  });
});
