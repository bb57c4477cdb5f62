import { expect, test } from './fixtures.ts';

test('the API reference can be browsed, with the access rule of each call', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /ClassHarbor/ })).toBeVisible();
  await page.getByRole('link', { name: 'Classes', exact: true }).click();
  await page.getByRole('button', { name: 'GET /api/classes/totals The number' }).click();
  await expect(page.getByText('Access: anyone.').first()).toBeVisible();
});
