import type { Page } from '@playwright/test';
import type { Curriculum } from '#contract/curriculum.ts';
import { keptPosition } from './course.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  openPage,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';

const video = (page: Page) => page.locator('video');
const positionOf = (page: Page): Promise<number> =>
  video(page).evaluate((player) => (player as HTMLVideoElement).currentTime);
/** The caption that is currently shown. */
const captionOf = (page: Page): Promise<string | undefined> =>
  video(page).evaluate((player) => {
    const [track] = (player as HTMLVideoElement).textTracks;
    const [cue] = Array.from(track?.activeCues ?? []);
    return track?.mode === 'showing' && cue instanceof VTTCue ? cue.text : undefined;
  });

/** The lessons of a class in the demo. */
const lessonsOf = async (page: Page, offer: string) => {
  const get = async <T>(path: string) => (await (await page.request.get(`/api${path}`)).json()) as T;
  const classes = await get<{ _id: string; title: string }[]>('/classes');
  const { _id } = classes.find(({ title }) => title === offer)!;
  const { sections } = await get<Curriculum>(`/classes/${_id}/curriculum`);
  return sections.flatMap(({ lessons }) => lessons);
};

/** Finds the id of a lesson in the demo. */
const findLesson = async (page: Page, offer: string, lesson: string): Promise<string> =>
  (await lessonsOf(page, offer)).find(({ title }) => title === lesson)!._id;

test('a visitor watches the free preview of a demo class, with captions', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto(`/lesson/${await findLesson(page, 'Color for screens', 'Color is relative')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Color is relative');
  await expect(page.getByText(/^Video · 1 min · Free preview$/)).toBeVisible();
  await expect(page.getByText('The same gray looks lighter on black than on white.')).toBeVisible();
  const poster = await video(page).getAttribute('poster');
  expect((await page.request.get(poster!)).headers()['content-type']).toBe('image/webp');

  await video(page).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => captionOf(page)).toBe('Two squares, filled with exactly the same gray.');
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
  await page.keyboard.press('Space');
  // Seeking requests the part of the file that is shown then.
  await video(page).evaluate((player) => {
    (player as HTMLVideoElement).currentTime = 12;
  });
  await expect.poll(() => captionOf(page)).toMatch(/The eye does not measure, it compares/);
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoSideScroll(page);
    await expectAccessible(page);
  }
});

test('the sample student resumes a demo video where they stopped', async ({ browser, baseURL }) => {
  const student = await openPage(browser, baseURL, 'User', { viewport: PHONE });
  await student.goto('/dashboard/myEnroll');
  await student
    .getByRole('article')
    .filter({ hasText: 'Modern HTML and CSS' })
    .getByRole('link', { name: /^Continue/ })
    .click();
  await student.getByRole('link', { name: /Flexbox for a line of things/ }).click();
  await expect
    .poll(() => video(student).evaluate((player) => (player as HTMLVideoElement).readyState))
    .toBeGreaterThan(0);
  await setTheme(student, 'dark');
  await expectAccessible(student);
  const address = student.url();
  await video(student).evaluate((player) => {
    (player as HTMLVideoElement).currentTime = 17;
  });
  await expect.poll(() => captionOf(student)).toMatch(/in the ratio of their numbers/);
  await student.goto('about:blank');
  // The position is sent on leaving, and another screen can resume only once the server has it.
  await expect.poll(() => keptPosition(student, address.split('/').at(-1)!)).toBe(17);
  await student.goto(address);
  await expect(student.getByText('Resumed at 0:17')).toBeVisible();
  expect(Math.floor(await positionOf(student))).toBe(17);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('a demo video says that it waits, and is shown later', async ({ page }) => {
    await loginAs(page, 'User');
    const title = 'Flexbox for a line of things';
    const lessons = await lessonsOf(page, 'Modern HTML and CSS from the ground up');
    const place = lessons.findIndex((lesson) => lesson.title === title);
    const [previous, { _id: id }] = [lessons[place - 1]!, lessons[place]!];
    const inAdvance = page.waitForResponse((response) => response.url().endsWith(`/api/lessons/${id}`));
    await page.goto(`/lesson/${previous._id}`);
    await (await inAdvance).finished();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('You’re offline. The video will be loaded when')).toBeVisible();
    await page.context().setOffline(false);
    await expect(video(page)).toBeVisible();
  });
});
