import type { Page } from '@playwright/test';
import { addSection, openFreeClass } from './course.ts';
import { expectAnnounced } from './announcements.ts';
import { confirm, expect, expectAccessible, expectNoSideScroll, PHONE, test } from './fixtures.ts';
import { call } from './purchases.ts';

test.use({ expectedErrors: /status of 404 / });

const CAPTIONS = 'tests/fixtures/clip.en.vtt';
const DOCUMENT = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bars grow.') };

const CASES = [
  {
    kind: 'video',
    file: 'tests/fixtures/clip.webm',
    name: 'clip.webm',
    labels: { upload: 'Upload a video', replace: 'Replace the video' },
    loss: 'Its captions will be removed too. To keep it published, use “Replace the video” instead.',
  },
  {
    kind: 'file',
    file: DOCUMENT,
    name: 'notes.txt',
    labels: { upload: 'Upload the file', replace: 'Replace the file' },
    loss: 'To keep it published, use “Replace the file” instead.',
  },
] as const;

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();

for (const { kind, file, name, labels, loss } of CASES) {
  test(`the ${kind} of a published lesson is removed only after a confirmation, and the lesson can be published again`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const { teacher, student, classId } = await openFreeClass(browser, baseURL, `A ${kind} to remove`);
    const section = await addSection(teacher, classId, 'Basics');
    const input = { kind, title: 'How a bar grows' };
    const { insertedId: lesson } = await call(teacher, 'POST', `/sections/${section}/lessons`, input);
    await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${lesson}`);
    const fieldOf = (label: string) =>
      teacher.getByRole('group', { name: label }).locator('input[type=file]').first();
    const remove = teacher.getByRole('button', { name: `Remove ${name}` });
    const published = teacher.getByLabel('Published');
    const upload = async () => {
      await fieldOf(labels.upload).setInputFiles(file);
      await expect(remove).toBeVisible();
    };
    await upload();
    if (kind === 'video') {
      await fieldOf('Add captions').setInputFiles(CAPTIONS);
      await expect(teacher.getByLabel('Language of clip.en.vtt')).toBeVisible();
    }

    // Students have not seen a draft, so nothing is asked.
    await remove.press('Enter');
    await expect(remove).toHaveCount(0);
    await expect(fieldOf(labels.upload)).toBeFocused();
    await expect(teacher.getByText('This lesson is now a draft')).toHaveCount(0);
    await upload();
    if (kind === 'video') {
      await fieldOf('Add captions').setInputFiles(CAPTIONS);
      await expect(teacher.getByLabel('Language of clip.en.vtt')).toBeVisible();
    }
    await published.check();
    await saved(teacher);
    await student.goto(`/lesson/${lesson}`);
    await expect(student.getByRole('heading', { level: 1 })).toHaveText('How a bar grows');

    await remove.press('Enter');
    const dialog = teacher.getByRole('dialog', { name: `Remove the ${kind}?` });
    await expect(dialog).toContainText(name);
    await expect(dialog).toContainText(
      `The lesson will become a draft, which your students no longer see. ${loss}`,
    );
    await expectAccessible(teacher, 'dialog');
    await teacher.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(remove).toBeFocused();
    await expect(published).toBeChecked();

    await remove.press('Enter');
    await confirm(teacher, `Remove the ${kind}?`, 'Remove and make it a draft');
    await expect(fieldOf(labels.upload)).toBeFocused();
    await expectAnnounced(teacher, 'This lesson is now a draft, which your students no longer see.');
    await expect(published).not.toBeChecked();
    await saved(teacher);
    await teacher.setViewportSize(PHONE);
    await expectNoSideScroll(teacher);
    await expectAccessible(teacher);
    await student.reload();
    await expect(student.getByText('This lesson was not found')).toBeVisible();

    await upload();
    const hint = 'This lesson is still a draft. Select Published to show it to your students again.';
    await expectAnnounced(teacher, hint);
    await expect(published).toHaveAccessibleDescription(
      'Select this to show the lesson to your students again.',
    );
    await expectAccessible(teacher);
    await published.press('Space');
    await expect(teacher.getByText(hint)).toHaveCount(0);
    await saved(teacher);
    await student.reload();
    await expect(student.getByRole('heading', { level: 1 })).toHaveText('How a bar grows');

    await expect(fieldOf(labels.replace)).toBeAttached();
  });
}
