import type { Page } from '@playwright/test';
import { DESKTOP, expect, test } from './fixtures.ts';

/** Makes slides arrive at once, so that a slide that must not have moved can be told from one that is still moving. */
const scrollInstantly = (page: Page) =>
  page.addInitScript(() => {
    const { scrollTo } = Element.prototype as { scrollTo: (this: Element, options: ScrollToOptions) => void };
    Object.assign(Element.prototype, {
      scrollTo(this: Element, options: ScrollToOptions) {
        scrollTo.call(this, { ...options, behavior: 'instant' });
      },
    });
  });

test('the home page has its eight sections in order', async ({ page }) => {
  await page.goto('/');
  const order = [
    page.getByRole('region', { name: 'Welcome' }),
    page.getByRole('heading', { name: 'Meet Our Global Partners' }),
    page.getByRole('heading', { name: 'Highest Enrollment This Session' }),
    page.getByRole('heading', { name: 'Become A Teacher To This Platform' }),
    page.getByText('Total Enrollments'),
    page.getByRole('link', { name: 'See More' }),
    page.getByRole('heading', { name: 'Our services' }),
    page.getByRole('heading', { name: 'What our students say' }),
  ];
  const tops: number[] = [];
  for (const section of order) {
    await expect(section).toBeVisible();
    tops.push((await section.boundingBox())!.y);
  }
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

test('the hero has four slides of 600 px, three with headline and subtitle, the fourth a picture alone', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await page.goto('/');
  const hero = page.getByRole('region', { name: 'Welcome' });
  const slides = hero.getByRole('group');
  await expect(slides).toHaveCount(4);
  await expect.poll(async () => (await slides.first().boundingBox())?.height).toBe(600);
  for (const headline of [
    'Learn With Us And Make A Smart Career',
    'Become A Teacher And Help To Build Their Career',
    'Develop Digital Skills And Earn The Badge To Built Career',
  ]) {
    const slide = slides.filter({ hasText: headline });
    await expect(slide).toBeInViewport();
    await expect(slide).toContainText('Teaching, Learning And Management');
    await hero.getByRole('button', { name: 'Next slide' }).click();
  }
  await expect(slides.filter({ hasNotText: 'Teaching' })).toBeInViewport();
  await expect(hero.getByRole('img', { name: /harbor at night/ })).toBeInViewport();
});

test('slides can be moved before hydration, and loop in both directions', async ({ context }) => {
  const page = await context.newPage();
  await page.setViewportSize(DESKTOP);
  await page.route(/entry-client.*\.js$/, () => undefined);
  await page.goto('/');
  const hero = page.getByRole('region', { name: 'Welcome' });
  const slide = (headline: string) => hero.getByRole('group').filter({ hasText: headline });
  const press = (name: string) => hero.getByRole('button', { name }).click();
  await press('Next slide');
  await expect(slide('Become A Teacher')).toBeInViewport({ ratio: 0.9 });
  await press('Next slide');
  await press('Next slide');
  await expect(hero.getByRole('img', { name: /harbor at night/ })).toBeInViewport({ ratio: 0.9 });
  await press('Next slide');
  await expect(slide('Learn With Us')).toBeInViewport({ ratio: 0.9 });
  await press('Previous slide');
  await expect(hero.getByRole('img', { name: /harbor at night/ })).toBeInViewport({ ratio: 0.9 });
});

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('each click on an arrow counts, even while the slides still move', async ({ page }) => {
    await page.goto('/');
    const partners = page.getByRole('region', { name: 'Our partners' });
    await partners.scrollIntoViewIfNeeded();
    const bullet = (number: number) => partners.getByRole('button', { name: `Slide ${number}`, exact: true });
    await expect(bullet(1)).toHaveAttribute('aria-current', 'true');
    const clickThrice = (name: string) =>
      partners.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => {
        for (let clicks = 0; clicks < 3; clicks += 1) button.click();
      });
    await clickThrice('Next slide');
    await expect(bullet(4)).toHaveAttribute('aria-current', 'true');
    await clickThrice('Previous slide');
    await expect(bullet(1)).toHaveAttribute('aria-current', 'true');
  });

  test('the hero advances by itself until it is stopped', async ({ page }) => {
    await scrollInstantly(page);
    await page.clock.install();
    await page.goto('/');
    const hero = page.getByRole('region', { name: 'Welcome' });
    const second = hero.getByRole('group').filter({ hasText: 'Become A Teacher And Help' });
    const stop = hero.getByRole('button', { name: 'Stop autoplay' });
    await expect(stop).toBeVisible();
    // From here on, the page's clock advances only when the test tells it to. A slow machine may have shown other slides
    // before.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(second).toBeInViewport({ ratio: 0.9, timeout: 1_000 });
    }).toPass();
    await stop.click();
    const start = hero.getByRole('button', { name: 'Start autoplay' });
    await expect(start).toBeVisible();
    await start.blur();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    await expect(second).toBeInViewport({ ratio: 0.9 });
  });

  test('the hero does not advance under the keyboard of somebody whose mouse leaves it', async ({ page }) => {
    await scrollInstantly(page);
    await page.clock.install();
    await page.goto('/');
    const hero = page.getByRole('region', { name: 'Welcome' });
    const second = hero.getByRole('group').filter({ hasText: 'Become A Teacher And Help' });
    await expect(hero.getByRole('button', { name: 'Stop autoplay' })).toBeVisible();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await hero.getByRole('button', { name: 'Next slide' }).focus();
    await page.keyboard.press('Enter');
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(second).toBeInViewport({ ratio: 0.9, timeout: 1_000 });
    }).toPass();
    await hero.hover();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    await expect(second).toBeInViewport({ ratio: 0.9 });
  });
});

test('nothing moves with reduced motion', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Welcome', 'What students say']) {
    await expect(
      page.getByRole('region', { name }).getByRole('button', { name: 'Start autoplay' }),
    ).toBeVisible();
  }
});

test('the calls to action lead to the teacher request and to the contacts', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Become A Teacher', exact: true })).toHaveAttribute(
    'href',
    '/teacherReq',
  );
  await page.getByRole('link', { name: 'See More' }).click();
  await expect(page).toHaveURL(/\/contacts$/);
});

test('the strip counts 23 users, the approved classes and their enrollments', async ({ page, baseURL }) => {
  const response = await fetch(`${baseURL}/api/classes`);
  const classes = (await response.json()) as { enroll: number }[];
  const enrollments = classes.reduce((sum, { enroll }) => sum + enroll, 0);
  await page.goto('/');
  const strip = page.getByRole('region', { name: 'In numbers' });
  await strip.scrollIntoViewIfNeeded();
  for (const [label, value] of [
    ['Total Users', 23],
    ['Total Classes', classes.length],
    ['Total Enrollments', enrollments],
  ] as const) {
    await expect(
      strip.getByRole('definition').nth(['Total Users', 'Total Classes', 'Total Enrollments'].indexOf(label)),
    ).toContainText(value.toLocaleString('en-US'));
  }
});

test('the services are the six that the company offers', async ({ page }) => {
  await page.goto('/');
  await expect(
    page.getByRole('region', { name: 'Our services' }).getByRole('heading', { level: 3 }),
  ).toHaveText([
    'Graphics Designing',
    'Digital Marketing',
    'SEO Development',
    'Application Development',
    'Game Development',
    'UI/UX Designing',
  ]);
});

test.describe('feedback', () => {
  test('starts at its first slide, without scrolling there', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      const positions = new Set<number>();
      Object.assign(window, { positions });
      const note = ({ target }: Event) => {
        if (target instanceof HTMLElement) positions.add(target.scrollLeft);
      };
      document.addEventListener('scroll', note, { capture: true });
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const positions = await page.evaluate(() => [
      ...(window as unknown as { positions: Set<number> }).positions,
    ]);
    expect(positions.length).toBeLessThanOrEqual(1);
  });

  test('loops by arrows, cut to 150 characters, with stars', async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'What students say' });
    await expect(carousel.getByRole('group', { name: '1 of 16', exact: true })).toContainText(
      'Olivia Bennett',
    );
    for (const text of await carousel.getByRole('group').locator('p').allTextContents()) {
      expect(text.length).toBeLessThanOrEqual(151);
    }
    await expect(carousel.getByRole('img', { name: /out of 5 stars/ }).first()).toBeVisible();
    await carousel.getByRole('button', { name: 'Next slide' }).click();
    await expect(carousel.getByRole('group', { name: '2 of 16', exact: true })).toBeInViewport();
  });
});

test.describe('feedback that fails to load', () => {
  test.use({ expectedErrors: /500 \(/ });

  test('shows that it is loading, has failed, or is empty', async ({ page }) => {
    test.setTimeout(90_000);
    let letCome = () => {};
    const mayCome = new Promise<void>((resolve) => (letCome = resolve));
    await page.route('**/api/feedback*', async (route) => {
      await mayCome;
      await route.fulfill({ json: [] });
    });
    // Starts on another page, because the server renders the home page with its feedback.
    await page.goto('/about');
    await page.getByRole('link', { name: 'ClassHarbor' }).click();
    await expect(page.getByText('Loading feedback...')).toBeVisible();
    letCome();
    await expect(page.getByText('No feedback available at the moment.')).toBeVisible();
    await page.unrouteAll();
    await page.route('**/api/feedback*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something went wrong' } } }),
    );
    await page.goto('/about');
    await page.getByRole('link', { name: 'ClassHarbor' }).click();
    await expect(page.getByText('Error loading feedback: Something went wrong')).toBeVisible({
      timeout: 30_000,
    });
  });
});
