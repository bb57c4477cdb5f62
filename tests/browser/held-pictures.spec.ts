import { phonePhoto } from '#tests/support/pictures.ts';
import { expect, loginAs, test } from './fixtures.ts';
import { follow } from './follow.ts';

test.use({ expectedErrors: /ERR_ABORTED|status of 429/ });

test('no picture stays in memory that is canceled, replaced or left behind', async ({ page }) => {
  await page.addInitScript(() => {
    const held = new Set<string>();
    const create = URL.createObjectURL.bind(URL);
    const revoke = URL.revokeObjectURL.bind(URL);
    URL.createObjectURL = (source) => {
      const address = create(source);
      held.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      held.delete(address);
      revoke(address);
    };
    Object.assign(window, { countHeld: () => held.size });
  });
  const held = () => page.evaluate(() => (window as unknown as { countHeld: () => number }).countHeld());
  await loginAs(page, 'User');
  await page.goto('/dashboard/account');
  await follow(page, '/dashboard/studentProf');
  await page.route('**/api/uploads/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(400, 400) };
  const input = page.getByLabel('Upload another picture');
  const use = page.getByRole('button', { name: 'Use picture' });
  await input.setInputFiles(photo);
  await use.click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  expect(await held()).toBe(1);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect.poll(held).toBe(0);

  const refusal = { code: 'too_many_requests', message: 'We could not take this picture.' };
  await page.unroute('**/api/uploads/*');
  await page.route('**/api/uploads/*/picture', (route) =>
    route.fulfill({ status: 429, json: { error: refusal } }),
  );
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await input.setInputFiles(photo);
    await use.click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  }
  expect(await held()).toBe(1);
  await input.setInputFiles(photo);
  await expect(use).toBeVisible();
  expect(await held()).toBe(2);
  await page.evaluate(() => window.history.back());
  await expect(input).toHaveCount(0);
  await expect.poll(held).toBe(0);
});
