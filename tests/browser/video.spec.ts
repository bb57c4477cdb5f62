import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { call } from './purchases.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  PHONE,
  setTheme,
  test,
  openPage,
} from './fixtures.ts';
import { addSection, keptPosition, openFreeClass } from './course.ts';
import { chooseFiles, press } from './keyboard.ts';

const CLIP = 'tests/fixtures/clip.webm';
const CAPTIONS = 'tests/fixtures/clip.en.vtt';

/** A free class with a draft lesson, its teacher and an enrolled student. */
const openCourse = async (browser: Browser, baseURL: string, kind: 'video' | 'file', title: string) => {
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  const section = await addSection(teacher, classId, 'Basics');
  const { insertedId: lesson } = await call(teacher, 'POST', `/sections/${section}/lessons`, {
    kind,
    title: 'How a bar grows',
  });
  await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${lesson}`);
  return { teacher, student, lesson };
};

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();
const video = (page: Page) => page.locator('video');
const progress = (page: Page) => page.getByRole('region', { name: 'Your progress' });
const positionOf = (page: Page): Promise<number> =>
  video(page).evaluate((player) => Math.floor((player as HTMLVideoElement).currentTime));
const hasStarted = (page: Page): Promise<boolean> =>
  video(page).evaluate((player) => (player as HTMLVideoElement).currentTime > 0);
const isReady = (page: Page) =>
  expect
    .poll(() => video(page).evaluate((player) => (player as HTMLVideoElement).readyState))
    .toBeGreaterThanOrEqual(1);

test('a teacher uploads a video, and a student plays, closes, resumes elsewhere and ends it by keyboard', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'video', 'Bars for all');

  // A file that is not a video is rejected with a message.
  const chooser = teacher.getByRole('group', { name: 'Upload a video' }).locator('input[type=file]');
  await chooseFiles(teacher, chooser, {
    name: 'a.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('<script>'),
  });
  await expect(teacher.getByText('This file is not an MP4 or WebM video.')).toBeVisible();
  await chooseFiles(teacher, chooser, CLIP);
  await expect(teacher.getByText('clip.webm')).toBeVisible();
  await isReady(teacher);
  await expect(teacher.getByLabel('Minutes')).toHaveValue('1');
  const words = teacher.getByRole('group', { name: 'Add captions' }).locator('input[type=file]');
  await chooseFiles(teacher, words, {
    name: 'a.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from('1\n00:00,0'),
  });
  await expect(teacher.getByText(/does not begin with the line WEBVTT/)).toBeVisible();
  await chooseFiles(teacher, words, CAPTIONS);
  await expect(teacher.getByLabel('Language of clip.en.vtt')).toHaveValue('en');
  await press(teacher, teacher.getByLabel('Published'), 'Space');
  await expect(teacher.getByLabel('Published')).toBeChecked();
  await saved(teacher);
  for (const size of [PHONE, DESKTOP]) {
    await teacher.setViewportSize(size);
    await expectNoSideScroll(teacher);
    await expectAccessible(teacher);
  }

  await student.setViewportSize(PHONE);
  await student.goto(`/lesson/${lesson}`);
  await isReady(student);
  await expectNoSideScroll(student);
  await expectAccessible(student);
  await setTheme(student, 'dark');
  await expectAccessible(student);
  await expect
    .poll(() =>
      video(student).evaluate((player) => {
        const [track] = (player as HTMLVideoElement).textTracks;
        return [track?.label, track?.cues?.length];
      }),
    )
    .toEqual(['English', 2]);
  // The first letter of a choice selects it.
  await press(student, student.getByLabel('Speed'), '0');
  await expect(student.getByLabel('Speed')).toHaveValue('0.5');
  await press(student, video(student), 'Space');
  await expect.poll(() => hasStarted(student), { timeout: 15_000 }).toBe(true);
  await student.keyboard.press('Space');
  // How far it played until the key arrived depends on the machine.
  const position = 2;
  await video(student).evaluate((player, seconds) => {
    (player as HTMLVideoElement).currentTime = seconds;
  }, position);
  await expect.poll(() => positionOf(student)).toBe(position);
  await student.goto('about:blank');

  const elsewhere = await openPage(browser, baseURL, 'User');
  await expect.poll(() => keptPosition(elsewhere, lesson)).toBe(position);
  await elsewhere.goto(`/lesson/${lesson}`);
  await expect(elsewhere.getByText(`Resumed at 0:0${position}`)).toBeVisible();
  await expect.poll(() => positionOf(elsewhere)).toBe(position);
  await expect(progress(elsewhere).getByText('Have you finished this lesson?')).toBeVisible();
  await press(elsewhere, video(elsewhere), 'Space');
  await expect(progress(elsewhere).getByText('Done. You’ve done all lessons.')).toBeVisible({
    timeout: 15_000,
  });

  // A video that was watched to the end starts over.
  await elsewhere.reload();
  await isReady(elsewhere);
  await expect(progress(elsewhere).getByText('Done. You’ve done all lessons.')).toBeVisible();
  expect(await positionOf(elsewhere)).toBe(0);
});

/** The clip with another length in its header, in seconds. */
const clipOf = async (seconds: number): Promise<Buffer> => {
  const clip = await readFile(CLIP);
  // The duration is an element of EBML: its id, the length of its value, and the value in milliseconds.
  const head = Buffer.from([0x44, 0x89, 1, 0, 0, 0, 0, 0, 0, 8]);
  clip.writeDoubleBE(seconds * 1_000, clip.indexOf(head) + head.length);
  return clip;
};

test('another video renews minutes that are those of the previous one, and has none of its captions', async ({
  browser,
  baseURL,
}) => {
  const { teacher, lesson } = await openCourse(browser, baseURL!, 'video', 'Bars again');
  const minutes = teacher.getByLabel('Minutes');
  const upload = async (label: string, name: string, seconds: number) => {
    await teacher
      .getByRole('group', { name: label })
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'video/webm', buffer: await clipOf(seconds) });
    await expect(teacher.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    await isReady(teacher);
    await expect
      .poll(() => video(teacher).evaluate((player) => (player as HTMLVideoElement).duration))
      .toBe(seconds);
  };
  await upload('Upload a video', 'first.webm', 120);
  await expect(minutes).toHaveValue('2');
  await teacher
    .getByRole('group', { name: 'Add captions' })
    .locator('input[type=file]')
    .setInputFiles(CAPTIONS);
  await expect(teacher.getByLabel('Language of clip.en.vtt')).toBeVisible();
  await saved(teacher);

  // In another session of the editor, the minutes are still those of the video.
  await teacher.reload();
  await isReady(teacher);
  await upload('Replace the video', 'second.webm', 300);
  await expect(minutes).toHaveValue('5');
  await expect(teacher.getByLabel('Language of clip.en.vtt')).toHaveCount(0);
  await expect(teacher.getByRole('status').filter({ hasText: 'The captions were removed' })).toHaveText(
    'The captions were removed, because they belong to the previous video. ' +
      'Minutes were changed from 2 to 5, the length of the new video.',
  );
  await expectAccessible(teacher);

  await minutes.fill('7');
  await upload('Replace the video', 'third.webm', 180);
  await expect(minutes).toHaveValue('7');
  await minutes.fill('');
  await saved(teacher);
  await teacher.reload();
  await isReady(teacher);
  await expect(minutes).toHaveValue('');
  expect(await call(teacher, 'GET', `/lessons/${lesson}`)).toMatchObject({ captions: [] });
});

test('a playing video causes at most four writes per minute', async ({ browser, baseURL }) => {
  const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'video', 'Bars in time');
  await teacher
    .getByRole('group', { name: 'Upload a video' })
    .locator('input[type=file]')
    .setInputFiles(CLIP);
  await isReady(teacher);
  await teacher.getByLabel('Published').check();
  await saved(teacher);

  await student.clock.install();
  await student.goto(`/lesson/${lesson}`);
  await isReady(student);
  await expect(progress(student).getByRole('button', { name: 'Mark as done' })).toBeVisible();
  // From here on, the page's clock advances only when the test tells it to. An installed clock would follow the real
  // one.
  await student.clock.pauseAt((await student.evaluate(() => Date.now())) + 60_000);
  let writes = 0;
  student.on('request', (request) => {
    if (request.url().endsWith('/progress') && request.method() === 'PUT') writes += 1;
  });
  // The student seeks back and forth, which changes the position each time. The next minute begins at the 60th
  // second.
  for (let second = 0; second < 57; second += 3) {
    const place = (second / 3) % 2 === 0 ? 1 : 3;
    await video(student).evaluate(
      (player, seconds) =>
        new Promise<void>((resolve) => {
          player.addEventListener('seeked', () => resolve(), { once: true });
          (player as HTMLVideoElement).currentTime = seconds;
        }),
      place,
    );
    await student.clock.runFor(3_000);
  }
  expect(writes).toBeGreaterThanOrEqual(1);
  expect(writes).toBeLessThanOrEqual(4);
});

test('a student downloads the file of a lesson', async ({ browser, baseURL }) => {
  const { teacher, student, lesson } = await openCourse(browser, baseURL!, 'file', 'Papers for all');
  await teacher
    .getByRole('group', { name: 'Upload the file' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'checklist.txt', mimeType: 'text/plain', buffer: Buffer.from('Cut twice.') });
  await expect(teacher.getByText('checklist.txt')).toBeVisible();
  await teacher.getByLabel('Published').check();
  await saved(teacher);
  await expectAccessible(teacher);

  await student.setViewportSize(PHONE);
  await student.goto(`/lesson/${lesson}`);
  await expect(student.getByRole('region', { name: 'File' })).toContainText('TXT · 1 KB');
  await expectNoSideScroll(student);
  await expectAccessible(student);
  const download = student.waitForEvent('download');
  await student.getByRole('button', { name: 'Download checklist.txt' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('checklist.txt');
});
