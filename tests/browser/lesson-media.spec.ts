import type { Page } from '@playwright/test';
import { phonePhoto } from '#tests/support/pictures.ts';
import { addSection, openFreeClass } from './course.ts';
import { expect, expectAccessible, PHONE, test } from './fixtures.ts';
import { call } from './purchases.ts';

const video = (page: Page) => page.locator('video');
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();
const widthOf = (page: Page, alt: string): Promise<number> =>
  page.getByRole('img', { name: alt }).evaluate((picture) => (picture as HTMLImageElement).naturalWidth);

test('pictures are uploaded into a text and before a video, which plays at a chosen speed in the browser’s own player', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'Bars with pictures');
  const section = await addSection(teacher, classId, 'Basics');
  const { insertedId: lesson } = await call(teacher, 'POST', `/sections/${section}/lessons`, {
    kind: 'video',
    title: 'How a bar grows',
  });
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(640, 360) };
  await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${lesson}`);
  await teacher.getByRole('toolbar', { name: 'Format' }).getByLabel('Picture').setInputFiles(photo);
  await expect(teacher.getByRole('region', { name: 'Preview' }).getByRole('img')).toBeVisible();
  await teacher
    .getByRole('group', { name: 'Upload a video' })
    .locator('input[type=file]')
    .setInputFiles('tests/fixtures/clip.webm');
  await teacher
    .getByRole('group', { name: 'Picture before it starts' })
    .locator('input[type=file]')
    .first()
    .setInputFiles(photo);
  await teacher.getByRole('button', { name: 'Use picture' }).click();
  await expect(teacher.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await teacher.getByLabel('Published').check();
  await saved(teacher);
  await expectAccessible(teacher);

  await student.setViewportSize(PHONE);
  await student.goto(`/lesson/${lesson}`);
  await expect.poll(() => widthOf(student, 'Picture')).toBeGreaterThan(0);
  const poster = await video(student).getAttribute('poster');
  expect((await student.request.get(poster!)).headers()['content-type']).toBe('image/webp');
  // The browser's own controls offer full screen and, if supported, picture in picture.
  const allowed = await video(student).evaluate((player) => {
    const { controls, controlsList, disablePictureInPicture } = player as HTMLVideoElement & {
      controlsList: DOMTokenList;
    };
    return { controls, withheld: [...controlsList], disablePictureInPicture };
  });
  expect(allowed).toEqual({ controls: true, withheld: [], disablePictureInPicture: false });
  expect(await student.evaluate(() => document.fullscreenEnabled)).toBe(true);

  const rate = () => video(student).evaluate((player) => (player as HTMLVideoElement).playbackRate);
  expect(await rate()).toBe(1);
  await student.getByLabel('Speed').selectOption('1.5');
  expect(await rate()).toBe(1.5);
  await student.reload();
  await expect(student.getByLabel('Speed')).toHaveValue('1.5');
  await expect.poll(rate).toBe(1.5);
});
