import type { Page } from '@playwright/test';
import { phonePhoto } from '#tests/support/pictures.ts';
import { addSection, openFreeClass } from './course.ts';
import { chooseFiles, press } from './keyboard.ts';
import { expect, expectAccessible, PHONE, test } from './fixtures.ts';
import { call } from './purchases.ts';

const video = (page: Page) => page.locator('video');
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();
const widthOf = (page: Page, alt: string): Promise<number> =>
  page.getByRole('img', { name: alt }).evaluate((picture) => (picture as HTMLImageElement).naturalWidth);

test('pictures are uploaded by keyboard into a text and before a video, which plays at a chosen speed in the browser’s own player', async ({
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
  const chooserOf = (name: string) =>
    teacher.getByRole('group', { name }).locator('input[type=file]').first();
  await chooseFiles(teacher, chooserOf('Upload a video'), 'tests/fixtures/clip.webm');
  await chooseFiles(teacher, chooserOf('Picture shown before the video starts'), photo);
  await press(teacher, teacher.getByRole('button', { name: 'Use picture' }));
  await expect(teacher.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  // The video may still be on its way, and "Saved" does not wait for it.
  await expect(teacher.getByRole('button', { name: 'Remove clip.webm' })).toBeVisible();
  await press(teacher, teacher.getByLabel('Published'), 'Space');
  await chooseFiles(teacher, teacher.getByRole('toolbar', { name: 'Format' }).getByLabel('Picture'), photo);
  await expect(teacher.getByRole('region', { name: 'Preview' }).getByRole('img')).toBeVisible();
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
  // The first character of a choice selects it.
  await press(student, student.getByLabel('Speed'), '2');
  await expect(student.getByLabel('Speed')).toHaveValue('2');
  expect(await rate()).toBe(2);
  await student.reload();
  await expect(student.getByLabel('Speed')).toHaveValue('2');
  await expect.poll(rate).toBe(2);
});
