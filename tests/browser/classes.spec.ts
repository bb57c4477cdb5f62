import { expectAnnounced } from './announcements.ts';
import {
  areSorted,
  expect,
  expectAccessible,
  loginAs,
  newEmail,
  fillRegistration,
  pricesOf,
  test,
} from './fixtures.ts';

test('the list shows approved classes and sorts by price in both directions, kept in the address', async ({
  page,
}) => {
  await page.goto('/allClasses');
  const shown = page.getByRole('article').getByText(/^[\d,.]+\$$/);
  await expect(shown.first()).toBeVisible();
  await expect(page.getByText('Ten thousand links overnight')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect.poll(() => areSorted(shown, 1)).toBe(true);
  await page.getByRole('button', { name: 'Descending' }).click();
  await expect.poll(() => areSorted(shown, -1)).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Descending' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => areSorted(shown, -1)).toBe(true);
});

test('the list is searched as the user types, filtered by category, and paged, all in the address', async ({
  page,
}) => {
  await page.goto('/allClasses');
  await expect(page.getByText(/^1 to 24 of \d+$/)).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^25 to/)).toBeVisible();
  await page.getByLabel('Search classes').fill('typescript');
  await expect(page).toHaveURL(/\?q=typescript$/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('1 class')).toBeVisible();
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Game Development');
  await expect(page.getByText('No matches found')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto('/allClasses?price=under-40');
  const shown = page.getByRole('article').getByText(/^[\d,.]+\$$/);
  await expect(shown.first()).toBeVisible();
  for (const price of await pricesOf(shown)) expect(price).toBeLessThan(40);
  await page.getByRole('combobox', { name: 'Price' }).selectOption('Over 80$');
  await expect(page).toHaveURL(/price=over-80$/);
  await expect(shown.first()).toHaveText(/^(8[1-9]|9\d|\d{3}).*\$$/);
  await page.goto('/allClasses?category=Game+Development&sort=-price');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Game Development');
  await expect(page.getByRole('article').first()).toContainText('Game Development');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the classes of a level are listed, the best rated or the most popular first', async ({
      context,
    }) => {
      const page = await context.newPage();
      await page.goto('/allClasses?category=Web+Development');
      await page.getByRole('combobox', { name: 'Level' }).selectOption('Mid Level');
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page).toHaveURL(/experience=Mid\+Level/);
      await page.getByRole('button', { name: 'Best rated' }).click();
      await expect(page).toHaveURL(/sort=-rating/);
      const cards = page.getByRole('article');
      await expect(cards.first()).toContainText('Web Development · Mid Level');
      await expect(cards.first()).toContainText('5.0stars(1 rating)');
      await expect(cards.filter({ hasNotText: 'Mid Level' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Popular' }).click();
      await expect(page).toHaveURL(/sort=-enroll/);
      await expect(page.getByRole('button', { name: 'Popular' })).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('button', { name: 'Best rated' })).toHaveAttribute('aria-pressed', 'false');
    });
  });
}

test('the search keeps what is typed while it runs, and a filter that is chosen meanwhile', async ({
  page,
}) => {
  await page.goto('/allClasses');
  const box = page.getByLabel('Search classes');
  // Types on as soon as the address has changed, before the screen has.
  await box.evaluate((input: HTMLInputElement) => {
    const replaceState = window.history.replaceState.bind(window.history);
    window.history.replaceState = (...entry) => {
      replaceState(...entry);
      window.history.replaceState = replaceState;
      input.setRangeText('typescript', 0, input.value.length);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await box.fill('type');
  await expect(page).toHaveURL(/q=typescript$/);
  await expect(box).toHaveValue('typescript');

  await box.fill('game');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Game Development');
  await expect(page).toHaveURL(/q=game/);
  await expect(page).toHaveURL(/category=Game/);
  await page.goBack();
  await expect(page).not.toHaveURL(/category=/);
  await expect(box).toHaveValue(new URL(page.url()).searchParams.get('q')!);
});

test('going back before a search is shown brings back the search of before', async ({ page }) => {
  await page.goto('/allClasses?q=typescript');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Game Development');
  await expect(page).toHaveURL(/category=Game/);
  const box = page.getByLabel('Search classes');
  // Goes back as soon as the address has changed, and keeps the screen from showing the search until then.
  await box.evaluate(() => {
    const replaceState = window.history.replaceState.bind(window.history);
    window.history.replaceState = (...entry) => {
      replaceState(...entry);
      window.history.replaceState = replaceState;
      window.history.back();
      const end = performance.now() + 500;
      while (performance.now() < end);
    };
  });
  await box.fill('game');
  await expect(page).toHaveURL(/\?q=typescript$/);
  await expect(box).toHaveValue('typescript');
});

test('an admin sees only approved classes on the public list too', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/allClasses');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Ten thousand links overnight')).toHaveCount(0);
});

test('cards cut descriptions to 80 characters; the home page shows the six most demanded', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Highest Enrollment This Session' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('article').first()).toContainText('Modern HTML and CSS from the ground up');
  for (const text of await page.getByRole('article').locator('p.muted').allTextContents()) {
    expect(text.length).toBeLessThanOrEqual(81);
  }
});

test('cards mark the user’s classes, which takes one request for all of them', async ({ page }) => {
  const relationRequests: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(class-relations|enrollments|classes\/teacher)/.test(request.url()))
      relationRequests.push(request.url());
  });
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  await page.goto('/allClasses?category=Web+Development');
  await expect(card('Modern HTML')).toBeVisible();
  await expect(page.getByRole('article').getByText('Enrolled', { exact: true })).toHaveCount(0);
  expect(relationRequests).toEqual([]);

  await loginAs(page, 'User');
  await page.goto('/allClasses?q=Modern+HTML');
  await expect(card('Modern HTML').getByText('Enrolled', { exact: true })).toBeVisible();
  await expect(card('Modern HTML').getByRole('link').last()).toHaveText('View class');
  await expectAccessible(page);
  relationRequests.length = 0;
  await page.goto('/allClasses?category=Web+Development');
  await expect(card('Modern HTML').getByText('Enrolled', { exact: true })).toBeVisible();
  await expect(card('TypeScript in practice')).toBeVisible();
  await expect(card('TypeScript in practice').getByText('Enrolled', { exact: true })).toHaveCount(0);
  await expect(card('TypeScript in practice').getByRole('link').last()).toHaveText('Enroll Now');
  expect(relationRequests).toHaveLength(1);

  await loginAs(page, 'Teacher');
  await page.goto('/allClasses?q=Modern+HTML');
  await expect(card('Modern HTML').getByText('Your class')).toBeVisible();
  await expect(card('Modern HTML').getByRole('link').last()).toHaveText('View class');
  relationRequests.length = 0;
  await page.goto('/allClasses?category=Web+Development');
  await expect(card('Modern HTML').getByText('Your class')).toBeVisible();
  expect(relationRequests).toEqual([expect.stringContaining('/api/class-relations?ids=')]);
});

test('class details show the first 80 characters, and the rest on request', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/allClasses?q=shaders');
  await page.getByRole('article').filter({ hasText: 'Shaders for artists' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shaders for artists');
  await expect(page.getByText('69$').first()).toBeVisible();
  await expect(page.getByText('with the mathematics explained')).toBeHidden();
  await page.getByText('Read more').click();
  await expect(page.getByText('with the mathematics explained')).toBeVisible();
});

test('a class without a picture gets a drawn cover', async ({ page }) => {
  await page.route('**/pictures/covers/**', (route) =>
    route.fulfill({ status: 200, contentType: 'image/svg+xml', body: 'broken' }),
  );
  await page.goto('/allClasses');
  await expect(page.getByRole('article').first().locator('img')).toHaveAttribute(
    'src',
    '/pictures/cover-fallback.svg',
  );
});

test.describe('a failed load', () => {
  test.use({ expectedErrors: /40[04] \(|500 \(|net::ERR_/ });

  test('an unknown or mistyped class is reported', async ({ page }) => {
    await loginAs(page, 'User');
    for (const id of ['00000000-0000-4000-8000-000000000000', 'mistyped']) {
      await page.goto(`/classDetail/${id}`);
      await expect(page.getByText('No class details found.')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'See all classes' })).toBeVisible();
    }
  });

  test('a failed load shows "Error: " with the reason, and Try again reloads', async ({ page }) => {
    test.setTimeout(90_000);
    await loginAs(page, 'User');
    await page.goto('/allClasses?q=game+feel');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.route('**/api/classes/*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something went wrong' } } }),
    );
    await page.getByRole('article').filter({ hasText: 'Game feel' }).getByRole('link').last().click();
    await expect(page.getByText('Loading...').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Error: Something went wrong' })).toBeVisible({
      timeout: 30_000,
    });
    await page.unroute('**/api/classes/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Game feel');
  });

  test('enrollments that fail to load have Try again', async ({ page }) => {
    test.setTimeout(90_000);
    await loginAs(page, 'User');
    await page.route('**/api/enrollments*', (route) => route.abort());
    await page.goto('/dashboard/myEnroll');
    await expect(page.getByText('Your classes could not be loaded')).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/enrollments*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

test('a new student has no classes yet', async ({ page }) => {
  await page.goto('/registration');
  await fillRegistration(page, newEmail(), 'Newcomer');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/');
  await page.goto('/dashboard/myEnroll');
  await expect(page.getByText('No enrolled classes found')).toBeVisible();
  // There is nothing to search.
  await expect(page.getByRole('search')).toHaveCount(0);
  await page.getByRole('link', { name: 'Find a class' }).click();
  await expect(page).toHaveURL(/allClasses/);
});

test('a class shows its rating, similar classes, and a link to share', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/allClasses?q=modern+html');
  await page.getByRole('article').getByRole('link').last().click();
  const feedback = page.getByRole('region', { name: 'What students say' });
  await expect(feedback).toContainText('4.5');
  await expect(feedback).toContainText('Olivia Bennett');
  const related = page.getByRole('region', { name: 'More in Web Development' });
  await expect(related.getByRole('article')).toHaveCount(2);
  await expect(related).not.toContainText('Modern HTML and CSS');
  const byTeacher = page.getByRole('region', { name: /^More by / });
  await expect(byTeacher.getByRole('article').first()).toBeVisible();
  await expect(byTeacher).not.toContainText('Modern HTML and CSS');
  const titles = await page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents();
  expect(new Set(titles).size).toBe(titles.length);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await expectAnnounced(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  // A failed copy is not shown as done.
  const mark = page.getByRole('button', { name: 'Share' }).locator('svg.lucide-check');
  await expect(mark).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Share' }).click();
  await expectAnnounced(page, 'The link could not be copied. Copy it from the address bar.');
  await expect(mark).toBeHidden();
});

test('Pay Now stays in view on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await loginAs(page, 'User');
  await page.goto('/allClasses?q=shaders');
  await page.getByRole('article').getByRole('link').last().click();
  const payNow = page.getByRole('link', { name: 'Pay Now' });
  await expect(payNow).toBeInViewport();
  await page.mouse.wheel(0, 3_000);
  await expect(payNow).toBeInViewport();
});
