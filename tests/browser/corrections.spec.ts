import { expectAnnounced } from './announcements.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a search with a typo offers the right one, which keeps the filters', async ({ context }) => {
      const page = await context.newPage();
      await page.goto('/allClasses?q=typscript&category=Web+Development&sort=price');
      await expect(page.getByText('Did you mean “typescript”?')).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole('link', { name: 'typescript' }).click();
      await expect(page).toHaveURL(/\/allClasses\?q=typescript&sort=price&category=Web\+Development$/);
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByLabel('Search classes')).toHaveValue('typescript');
    });
  });
}

test('a correction is announced while the user types, and nothing is offered if nothing is near', async ({
  page,
}) => {
  await page.goto('/allClasses');
  const search = page.getByLabel('Search classes');
  await search.fill('typscript');
  await expectAnnounced(page, 'Did you mean “typescript”?');
  await search.fill('qqqqqqqq');
  await expect(page).toHaveURL(/q=qqqqqqqq/);
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  await expect(page.getByText('No matches found')).toBeVisible();
  await expect(page.getByText('Try other or fewer words.')).toBeVisible();
  await page.goto('/allClasses?q=qqqqqqqq&category=Web+Development');
  await expect(page.getByText('Try other words or fewer filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/\/allClasses$/);
});
