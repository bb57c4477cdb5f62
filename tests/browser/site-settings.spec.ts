import {
  accessTokenOf,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  PHONE,
  setTheme,
  test,
  openPage,
} from './fixtures.ts';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import type { Page } from '@playwright/test';

/** Changes the company beside the page, as another admin would. */
const changeElsewhere = async (page: Page, company: string): Promise<void> => {
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const { version } = (await (
    await page.request.get('/api/site-settings', { headers })
  ).json()) as SiteSettings;
  const data = { brand: { ...DEFAULT_BRAND, company }, version };
  expect((await page.request.put('/api/site-settings', { headers, data })).ok()).toBe(true);
};

test.afterEach(async ({ page }) => changeElsewhere(page, DEFAULT_BRAND.company));

test('an admin changes the brand, sees it before and after, and visitors see it at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteSettings');
  await page.getByLabel('Logo word', { exact: true }).fill('Nord');
  await page.getByLabel('Logo word, second part').fill('licht');
  await page.getByRole('textbox', { name: 'Company' }).fill('Nordlicht Ltd.');
  const accent = page.getByLabel('Accent color', { exact: true });
  await accent.fill('#ffe000');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText('Text in this color would be hard to read')).toBeVisible();
  await expect(accent).toBeFocused();
  await accent.fill('#7a1f5c');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Nordlicht');
  await expect(page.getByRole('contentinfo')).toContainText(DEFAULT_BRAND.company);
  await save.click();
  await expect(page.getByText('Site settings saved')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Nordlicht' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Nordlicht Ltd.');
  await expect(page.getByRole('link', { name: 'Site Settings' })).toHaveCSS(
    'background-color',
    'rgb(122, 31, 92)',
  );

  const visitor = await openPage(browser, baseURL);
  await visitor.goto('/contacts');
  await expect(visitor).toHaveTitle('Contact · Nordlicht');
  await expect(visitor.getByRole('button', { name: 'Send message' })).toHaveCSS(
    'background-color',
    'rgb(122, 31, 92)',
  );
  await expectAccessible(visitor);
  await visitor.context().close();
});

test.describe('two admins', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('do not overwrite each other, on a phone', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await setTheme(page, 'dark');
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/siteSettings');
    await page.getByRole('textbox', { name: 'Company' }).fill('Mine Ltd.');
    await changeElsewhere(page, 'Theirs Ltd.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Another admin has changed the settings in the meantime',
    );
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Theirs Ltd.');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Company' }).fill('Ours Ltd.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Site settings saved')).toBeVisible();
  });
});
