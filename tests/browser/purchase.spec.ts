import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  fillCard,
  fillRegistration,
  newEmail,
  PHONE,
  setTheme,
  test,
} from './fixtures.ts';

const enrolledCount = /(\d+) students? enrolled/;

for (const viewport of [PHONE, DESKTOP]) {
  for (const theme of ['light', 'dark'] as const) {
    test(`a visitor becomes an enrolled student at ${viewport.width} px, ${theme}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await setTheme(page, theme);
      // The first run checks all widths and themes.
      const isFirst = viewport === PHONE && theme === 'light';
      const check = () => (isFirst ? expectAccessible(page) : expectNoSideScroll(page));

      await page.goto('/allClasses?category=SEO+Development');
      await expect(page.getByRole('heading', { level: 1, name: 'All Classes' })).toBeVisible();
      const card = page.getByRole('article').filter({ hasText: 'Technical SEO for developers' });
      await check();
      await card.getByRole('link', { name: /Enroll Now/ }).click();

      await expect(page).toHaveURL(/\/login$/);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await check();
      const email = newEmail();
      await fillRegistration(page, email, 'Robin Buyer');
      await page.getByRole('button', { name: 'Register' }).click();

      await expect(page).toHaveURL(/\/classDetail\//);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Technical SEO for developers');
      const before = Number(
        enrolledCount.exec((await page.getByText(enrolledCount).textContent()) ?? '')?.[1],
      );
      await check();
      const address = page.url();
      await page.getByRole('link', { name: 'Pay Now' }).click();

      await expect(page.getByRole('button', { name: /^Pay 73\$/ })).toBeEnabled();
      await fillCard(page, '4242424242424242');
      await expect(page.getByText('visa')).toBeVisible();
      await check();
      await page.getByRole('button', { name: /^Pay/ }).click();

      await expect(page).toHaveURL(/\/dashboard\/myEnroll$/);
      await expect(page.getByText(/Transaction ID: pi_/i)).toBeVisible();
      const enrollment = page.getByRole('article').filter({ hasText: 'Technical SEO for developers' });
      await expect(enrollment).toContainText('Instructor: Hannah Weiss');
      await expect(enrollment).toContainText('73$');
      await expect(enrollment.getByRole('link', { name: /Continue/ })).toBeVisible();
      await check();

      await page.goto(address);
      await expect(page.getByText(enrolledCount)).toHaveText(new RegExp(`${before + 1} students enrolled`));
      await expect(page.getByText('You are enrolled in this class')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Continue', exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard\/myAssignmentTasks\//);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Technical SEO for developers');
    });
  }
}
