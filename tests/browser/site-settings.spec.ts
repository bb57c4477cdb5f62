import { expectAnnounced } from './announcements.ts';
import {
  accessTokenOf,
  expect,
  expectAccessible,
  expectNoSideScroll,
  loginAs,
  PHONE,
  registerAs,
  setTheme,
  test,
  openPage,
} from './fixtures.ts';
import { hold } from './hold.ts';
import { comeBack } from './come-back.ts';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import type { Page } from '@playwright/test';

/** Changes the company through the API, as another admin would. */
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
  const logo = page.getByLabel('Logo picture URL');
  await logo.fill('/about');
  await save.click();
  await expect(logo).toHaveAccessibleDescription(/We couldn’t load a picture from this URL/);
  await expect(logo).toBeFocused();
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const mark of await preview.getByRole('presentation').all()) {
    await expect(mark).toHaveAttribute('src', '/favicon.svg');
  }
  await logo.fill('/pictures/avatars/09.svg');
  await expect(preview).toContainText('Nordlicht');
  await expect(page.getByRole('contentinfo')).toContainText(DEFAULT_BRAND.company);
  const shared = page.locator('img[src^="/share.png"]');
  const before = (await shared.getAttribute('src')) ?? '';
  await save.click();
  await expectAnnounced(page, 'Site settings saved');
  await expect(shared, 'the picture for shared links').not.toHaveAttribute('src', before);
  const home = page.getByRole('banner').getByRole('link', { name: 'Nordlicht' });
  await expect(home.getByRole('presentation')).toHaveAttribute('src', '/pictures/avatars/09.svg');
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
    await comeBack(page, '/api/site-settings');
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
    await expectAnnounced(page, 'Site settings saved');
  });

  test('who change different parts are not told of each other', async ({ page }) => {
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/siteSettings');
    const taxNumber = page.getByLabel('Tax number');
    const before = await taxNumber.inputValue();
    await taxNumber.fill('CH 456');
    await changeElsewhere(page, 'Theirs Ltd.');
    const save = page.getByRole('button', { name: 'Save receipt settings' });
    await save.click();
    await expectAnnounced(page, 'Receipt settings saved');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await taxNumber.fill(before);
    await changeElsewhere(page, 'Theirs Inc.');
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.status() === 200,
    );
    await save.click();
    await saved;
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Theirs Inc.');
    await expect(taxNumber).toHaveValue(before);
  });

  test('get a conflict if the settings change with every attempt', async ({ page }) => {
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/siteSettings');
    await page.getByLabel('Tax number').fill('CH 789');
    let attempts = 0;
    await page.route('**/api/site-settings', async (route) => {
      if (route.request().method() === 'PUT') {
        attempts += 1;
        await changeElsewhere(page, `Theirs ${attempts}`);
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save receipt settings' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Another admin has changed the settings in the meantime',
    );
    expect(attempts).toBe(4);
  });
});

test('an admin changes the phone number and the contact address, on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteSettings');
  const contact = page.getByRole('region', { name: 'Contact' });
  const phone = contact.getByLabel('Phone number');
  await expect(phone).toHaveValue('+1 (555) 010-1999');
  await phone.fill('call me');
  await contact.getByLabel('Contact email').fill('office');
  const save = contact.getByRole('button', { name: 'Save contact details' });
  await save.click();
  await expect(contact.getByText('Enter a phone number such as')).toBeVisible();
  await expect(contact.getByText('Enter a valid email address')).toBeVisible();
  await expect(phone).toBeFocused();
  await expectAccessible(page);
  await phone.fill('+46 8 123 45 67');
  await contact.getByLabel('Contact email').fill('office@example.test');
  await save.click();
  await expectAnnounced(page, 'Contact details saved');
  await expectNoSideScroll(page);

  // Checks without a reload, and with one.
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('button', { name: 'Dashboard menu' }).click();
  await menu.getByRole('link', { name: 'Profile' }).click();
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  await expect(profile).toContainText('+46 8 123 45 67');
  await page.reload();
  await expect(profile).toContainText('+46 8 123 45 67');

  await page.goto('/contacts');
  await page.getByLabel('Email').fill('visitor@example.test');
  await page.getByLabel('Message').fill('Do you have evening classes?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent Successfully' })).toBeVisible();
  await expect
    .poll(async () => (await page.request.get('/sandbox/mail')).text())
    .toMatch(/To office@example\.test[^]*Do you have evening classes\?/);
});

test('two parts of the settings that are saved at once are both saved', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteSettings');
  const phone = page.getByLabel('Phone number');
  const category = page.getByLabel('Skill category 1', { exact: true });
  await expect(category).not.toHaveValue('');
  const before = await category.inputValue();
  await phone.fill('+46 8 765 43 21');
  await category.fill('Rowing');
  const letThrough = await hold(page, '**/api/site-settings', 'PUT');
  await page.getByRole('button', { name: 'Save contact details' }).click();
  const saveSkills = page.getByRole('button', { name: 'Save categories and levels' });
  await saveSkills.click();
  letThrough();
  await expectAnnounced(page, 'Contact details saved');
  await expectAnnounced(page, 'Categories and levels saved');
  await page.reload();
  await expect(phone).toHaveValue('+46 8 765 43 21');
  await expect(category).toHaveValue('Rowing');

  // The tests below start from the categories of the demo.
  await category.fill(before);
  await saveSkills.click();
  await expectAnnounced(page, 'Categories and levels saved');
});

test.describe('a site that has sold classes', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('keeps its currency, and says why', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/siteSettings');
    const receipts = page.getByRole('region', { name: 'Currency and receipts' });
    const currency = receipts.getByLabel('Currency');
    await expect(currency).toHaveValue('usd');
    await currency.selectOption('Euro (EUR)');
    await receipts.getByRole('button', { name: 'Save receipt settings' }).click();
    await expect(receipts.getByText('It can no longer be changed because payments exist.')).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await currency.selectOption('US dollar (USD)');
    await receipts.getByLabel('Tax number').fill('CH 123');
    await receipts.getByRole('button', { name: 'Save receipt settings' }).click();
    await expectAnnounced(page, 'Receipt settings saved');
  });
});

test.describe('the choices in the request to teach', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('are edited by an admin, on a phone, and an open form learns of what was removed', async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize(PHONE);
    await loginAs(page, 'Admin');
    await page.goto('/dashboard/siteSettings');
    const section = page.getByRole('region', { name: 'Categories and levels' });
    const categories = section.getByRole('group', { name: 'Skill categories' });
    const save = section.getByRole('button', { name: 'Save categories and levels' });
    await expect(categories.getByRole('textbox')).toHaveCount(6);
    await categories.getByRole('button', { name: 'Add a skill category' }).click();
    const added = categories.getByLabel('Skill category 7', { exact: true });
    await expect(added).toBeFocused();
    await added.fill(' seo development');
    await save.click();
    await expect(categories.getByText('This one is already in the list')).toBeVisible();
    await expect(added).toBeFocused();
    await expectAccessible(page);
    await added.fill('Pottery');
    await categories.getByRole('button', { name: 'Move up: Pottery' }).click();
    await expect(categories.getByRole('button', { name: 'Move up: Pottery' })).toBeFocused();
    await expect(categories.getByLabel('Skill category 6', { exact: true })).toHaveValue('Pottery');
    // Read in the page, because the next key may be pressed before the browser draws its next frame.
    const focusedBy = (button: string) =>
      categories.getByRole('button', { name: button }).evaluate((element) => {
        (element as HTMLButtonElement).click();
        return document.activeElement?.ariaLabel;
      });
    expect(await focusedBy('Move up: Pottery')).toBe('Move up: Pottery');
    expect(await focusedBy('Move down: Pottery')).toBe('Move down: Pottery');
    await expectNoSideScroll(page);
    await save.click();
    await expectAnnounced(page, 'Categories and levels saved');

    const student = await openPage(browser, baseURL);
    await registerAs(student, 'Polly Potter');
    await student.goto('/teacherReq');
    await expect(student.getByLabel('Skill category').getByRole('option')).toHaveText([
      'Select your field',
      'Web Development',
      'Digital Marketing',
      'Graphics Design',
      'App Development',
      'Game Development',
      'Pottery',
      'SEO Development',
    ]);
    await student.getByLabel('Title').fill('Potter');
    await student.getByLabel('Experience').selectOption('Junior');
    await student.getByLabel('Skill category').selectOption('Pottery');

    await categories.getByRole('button', { name: 'Remove: Pottery' }).click();
    await expect(categories.getByLabel('Skill category 6', { exact: true })).toBeFocused();
    await expect(categories.getByLabel('Skill category 6', { exact: true })).toHaveValue('SEO Development');
    await save.click();
    await expect.poll(async () => (await page.request.get('/api/skills')).text()).not.toContain('Pottery');

    await student.getByRole('button', { name: 'Submit For Review' }).click();
    await expect(student.getByText('This skill category is not offered.')).toBeVisible();
    await expect(student.getByRole('option', { name: 'Pottery' })).toHaveCount(0);
    await expect(student.getByLabel('Skill category')).toHaveValue('');
    await expectAccessible(student);
    await student.getByRole('button', { name: 'Submit For Review' }).click();
    await expect(student.getByText('Select a skill category')).toBeVisible();
    await student.getByLabel('Skill category').selectOption('Graphics Design');
    await student.getByRole('button', { name: 'Submit For Review' }).click();
    await expect(student.getByText('Your request is being reviewed')).toBeVisible();
    await student.context().close();
  });
});
