import type { Browser, Locator, Page } from '@playwright/test';
import { addLesson, addSection, openFreeClass } from './course.ts';
import { DESKTOP, expect, expectAccessible, expectNoSideScroll, PHONE, setTheme, test } from './fixtures.ts';
import { call } from './purchases.ts';

const SECTIONS = ['Early', 'Late'];
const LESSONS = ['One', 'Two', 'Three'];

const handleOf = (page: Page, id: string): Locator => page.locator(`[data-drag="${id}"]`);

/** The middle of an element, or a point above it. */
const pointOf = async (element: Locator, above = false): Promise<{ x: number; y: number }> => {
  const box = (await element.boundingBox())!;
  return { x: box.x + box.width / 2, y: above ? box.y - 2 : box.y + box.height / 2 };
};

type Drag = (page: Page, from: Locator, to: Locator, during?: () => Promise<void>) => Promise<void>;

const byMouse: Drag = async (page, from, to, during) => {
  const [start, end] = [await pointOf(from), await pointOf(to, true)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await during?.();
  await page.mouse.up();
};

const byTouch: Drag = async (page, from, to, during) => {
  const client = await page.context().newCDPSession(page);
  const [start, end] = [await pointOf(from), await pointOf(to, true)];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', [{ x: start.x, y: start.y + share * (end.y - start.y) }]);
  }
  await during?.();
  await touch('touchEnd', []);
  await client.detach();
};

for (const [viewport, drag] of [
  [PHONE, byTouch],
  [DESKTOP, byMouse],
] as const) {
  test(`lessons and sections are dragged, even while another tab changes them, ${viewport.width} px`, async ({
    browser,
    baseURL,
  }) => {
    const title = `Order ${viewport.width}`;
    const { teacher, classId } = await openFreeClass(browser, baseURL, title);
    const [early, late] = [
      await addSection(teacher, classId, SECTIONS[0]!),
      await addSection(teacher, classId, SECTIONS[1]!),
    ];
    const ids: string[] = [];
    for (const lesson of LESSONS) ids.push(await addLesson(teacher, early, { title: lesson, text: 'Text' }));
    const [one, two, three] = ids.map((id) => handleOf(teacher, id)) as [Locator, Locator, Locator];
    const lists = () =>
      teacher
        .locator('[data-lessons]')
        .evaluateAll((found) =>
          found.map((list) =>
            [...list.querySelectorAll('button.link')].map(({ textContent }) => textContent).join(' '),
          ),
        );
    const expectStatus = (text: string) =>
      expect(teacher.getByRole('status').filter({ hasText: text })).toBeAttached();

    // Tall enough for all drop positions to be in the window.
    await teacher.setViewportSize({ ...viewport, height: 2_000 });
    await teacher.goto(`/dashboard/curriculum/${classId}`);
    await expect(three).toBeVisible();
    await drag(teacher, three, one, async () => {
      await expect(teacher.locator(`[data-lesson="${ids[0]}"]`)).toHaveAttribute('data-drop', 'before');
      await expect(teacher.locator(`[data-lesson="${ids[2]}"]`)).toHaveClass(/is-dragging/);
    });
    await expectStatus('Now lesson 1 of 3 in Early');
    await expect.poll(lists).toEqual(['Three One Two', '']);
    await expect(teacher.locator('[data-drop], .is-dragging')).toHaveCount(0);

    await drag(teacher, one, teacher.locator(`[data-lessons="${late}"]`));
    await expectStatus('Now lesson 1 of 1 in Late');
    await expect.poll(lists).toEqual(['Three Two', 'One']);
    await drag(teacher, handleOf(teacher, late), teacher.locator(`[data-section="${early}"]`));
    await expectStatus('Now section 1 of 2');
    await expect.poll(lists).toEqual(['One', 'Three Two']);

    // Another tab has changed the order. The move is relative to the visible lesson.
    await call(teacher, 'PATCH', `/lessons/${ids[1]}/place`, { sectionId: late, before: ids[0] });
    await drag(teacher, three, one);
    await expectStatus('Now lesson 1 of 2 in Late');
    await expect.poll(lists).toEqual(['Two Three One', '']);

    if (drag === byMouse) {
      await byMouse(teacher, two, teacher.locator(`[data-lessons="${early}"]`), () =>
        teacher.keyboard.press('Escape'),
      );
      expect(await lists()).toEqual(['Two Three One', '']);
    }
    await teacher.setViewportSize(viewport);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(teacher, theme);
      await teacher.reload();
      await expect(one).toBeVisible();
      await expectAccessible(teacher);
      await expectNoSideScroll(teacher);
    }
    expect(await lists()).toEqual(['Two Three One', '']);
  });
}

test.describe('a lesson that another tab has deleted', () => {
  test.use({ expectedErrors: /status of 4\d\d/ });

  test('can no longer be moved, and the list says so', async ({ browser, baseURL }) => {
    const { teacher, classId } = await openFreeClass(browser, baseURL, 'Order of two tabs');
    const section = await addSection(teacher, classId, 'Only');
    const [first, second] = [
      await addLesson(teacher, section, { title: 'One', text: 'Text' }),
      await addLesson(teacher, section, { title: 'Two', text: 'Text' }),
    ];
    await teacher.goto(`/dashboard/curriculum/${classId}`);
    await expect(handleOf(teacher, second)).toBeVisible();
    await call(teacher, 'DELETE', `/lessons/${second}`);
    await byMouse(teacher, handleOf(teacher, second), handleOf(teacher, first));
    await expect(teacher.getByRole('alert')).toBeVisible();
    await expect(handleOf(teacher, second)).toHaveCount(0);
    await expect(teacher.getByText(/^Now lesson/)).toHaveCount(0);
  });
});

test.describe('a lesson that is moved with the keyboard', () => {
  /** Opens the page with three lessons. @returns their titles in the order on the page, and the button that moves the first */
  const openLessons = async (browser: Browser, baseURL: string | undefined, title: string) => {
    const { teacher, classId } = await openFreeClass(browser, baseURL, title);
    const section = await addSection(teacher, classId, 'Only');
    for (const lesson of LESSONS) await addLesson(teacher, section, { title: lesson, text: 'Text' });
    await teacher.goto(`/dashboard/curriculum/${classId}`);
    const titles = teacher.locator('[data-lessons] button.link');
    const down = teacher.getByRole('button', { name: 'Move down: One' });
    return { teacher, titles, down };
  };

  test('goes as far as it was moved, however slowly the server answers', async ({ browser, baseURL }) => {
    const { teacher, titles, down } = await openLessons(browser, baseURL, 'Order in a hurry');
    let isFirst = true;
    const answerLater: (() => void)[] = [];
    await teacher.route('**/place', async (route) => {
      const isHeld = isFirst;
      isFirst = false;
      if (isHeld) await new Promise<void>((resolve) => answerLater.push(resolve));
      await route.continue();
    });
    await down.press('Enter');
    await expect(titles).toHaveText(['Two', 'One', 'Three']);
    await expect(down).toBeFocused();
    await teacher.keyboard.press('Enter');
    await expect(titles).toHaveText(['Two', 'Three', 'One']);
    for (const answer of answerLater) answer();
    await expect(teacher.getByText('Now lesson 3 of 3 in Only')).toBeAttached();
    await teacher.reload();
    await expect(titles).toHaveText(['Two', 'Three', 'One']);
  });

  test('leaves the focus to the text that is written next', async ({ browser, baseURL }) => {
    const { teacher, titles, down } = await openLessons(browser, baseURL, 'Order, then text');
    await down.press('Enter');
    await expect(down).toBeFocused();
    const outcomes = teacher.getByLabel('One line for each thing that students will be able to do');
    await outcomes.fill('Saw');
    await expect(teacher.getByText('Saved', { exact: true })).toBeVisible();
    await teacher.keyboard.press('End');
    await teacher.keyboard.type(' and glue');
    await expect(outcomes).toHaveValue('Saw and glue');
    await expect(titles).toHaveText(['Two', 'One', 'Three']);
  });

  test.describe('which the server refuses', () => {
    test.use({ expectedErrors: /status of 500/ });

    test('goes back with the focus', async ({ browser, baseURL }) => {
      const { teacher, titles, down } = await openLessons(browser, baseURL, 'Order refused');
      await teacher.route('**/place', (route) => route.fulfill({ status: 500 }));
      await down.press('Enter');
      await expect(teacher.getByRole('alert')).toBeVisible();
      await expect(titles).toHaveText(LESSONS);
      await expect(down).toBeFocused();
    });
  });
});
