import type { Page } from '@playwright/test';
import { expectAnnounced } from './announcements.ts';
import { comeBack } from './come-back.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import {
  accessTokenOf,
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

const PICTURE = '/pictures/heroes/harbor.svg';

const settingsOf = async (page: Page): Promise<SiteSettings> => {
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  return (await (await page.request.get('/api/site-settings', { headers })).json()) as SiteSettings;
};

/** Changes the home page through the API, as another admin would. */
const changeElsewhere = async (page: Page, home: object): Promise<void> => {
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const { version } = await settingsOf(page);
  const changed = await page.request.put('/api/site-settings', { headers, data: { home, version } });
  expect(changed.ok()).toBe(true);
};

const listOf = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/homePage');
  await expect(listOf(page, 'Slides').first()).toBeVisible();
});
const DEFAULTS = { slides: null, partners: null, services: null, calls: null, userCount: 'fixed' };

test.afterEach(({ page }) => changeElsewhere(page, DEFAULTS));

test('an admin adds a slide, moves it to the start, and visitors see it at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await expect(listOf(page, 'Slides')).toHaveCount(4);
  await page.getByRole('button', { name: 'Add a slide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a slide' });
  await dialog.getByLabel('Headline', { exact: true }).fill('Learn to <b>sail</b>');
  await dialog.getByLabel('Line above the headline').fill('In a week');
  await dialog.getByLabel('Picture URL', { exact: true }).fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a URL that starts with')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Picture URL', { exact: true }).fill(PICTURE);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectAnnounced(page, 'Home page saved');
  await expect(listOf(page, 'Slides')).toHaveCount(5);

  for (let place = 4; place > 0; place -= 1) {
    await page.getByRole('button', { name: /^Move up: Learn to/ }).press('Enter');
    await expect(listOf(page, 'Slides').nth(place - 1)).toContainText('Learn to <b>sail</b>');
    await expect(page.getByRole('button', { name: /^Move up: Learn to/ })).toBeFocused();
  }
  await page.getByRole('button', { name: /^Remove: Sailboats/ }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(listOf(page, 'Slides')).toHaveCount(4);
  await expectAnnounced(page, 'was removed');

  // Checks without a reload, and as a new visitor.
  await page.getByRole('link', { name: 'Open the home page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learn to <b>sail</b>');
  const visitor = await openPage(browser, baseURL);
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Learn to <b>sail</b>');
  await expect(visitor.getByRole('region', { name: 'Welcome' }).getByRole('group')).toHaveCount(4);
  await expectAccessible(visitor);
  await visitor.context().close();
});

test('a carousel whose slides are all in view has no arrows and shows none of them twice', async ({
  page,
}) => {
  const slide = (number: number) => ({
    headline: `Slide ${number}`,
    subtitle: '',
    picture: PICTURE,
    narrowPicture: '',
    description: '',
    text: 'dark',
    label: '',
    link: '',
  });
  await changeElsewhere(page, { slides: [slide(1)] });
  await page.goto('/');
  const hero = page.getByRole('region', { name: 'Welcome' });
  await expect(hero.getByRole('heading', { name: 'Slide 1' })).toBeVisible();
  await expect(hero.locator('[inert]').first()).toBeHidden();
  await expect(hero.getByRole('button')).toHaveCount(0);

  await changeElsewhere(page, { slides: [slide(1), slide(2)] });
  await page.reload();
  await expect(hero.getByRole('button', { name: 'Next slide' })).toBeVisible();
});

test('an admin edits partners and services on a phone, in the dark', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await setTheme(page, 'dark');
  await page.getByRole('button', { name: 'Edit: Fjordline' }).click();
  const partner = page.getByRole('dialog', { name: 'Edit partner' });
  await partner.getByLabel('Name').fill('');
  await partner.getByRole('button', { name: 'Save' }).click();
  await expect(partner.getByText('Name is required')).toBeVisible();
  await partner.getByLabel('Name').fill('Nordwind');
  await partner.getByLabel('Symbol').selectOption('Sailboat');
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await partner.getByRole('button', { name: 'Save' }).click();
  await expect(listOf(page, 'Partners').first()).toContainText('Nordwind');

  await page.getByRole('button', { name: 'Add a service' }).click();
  const service = page.getByRole('dialog', { name: 'Add a service' });
  await service.getByLabel('Title').fill('Sailing');
  await service.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Leave without saving?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await service.getByLabel('Text').fill('From the harbor to the sea.');
  await expectAccessible(page, 'dialog');
  await service.getByRole('button', { name: 'Save' }).click();
  await expect(listOf(page, 'Services')).toHaveCount(7);
  await expectNoSideScroll(page);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open the home page' }).click();
  await expect(page.getByRole('heading', { name: 'Sailing' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Our partners' })).toContainText('Nordwind');
  await page.goBack();
  await page.getByRole('button', { name: 'Restore the default services' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(listOf(page, 'Services')).toHaveCount(6);
  await expectAnnounced(page, 'The default services were restored');
});

test('an admin sees a slide with its button as visitors will, before it is saved', async ({ page }) => {
  await page.getByRole('button', { name: 'Add a slide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a slide' });
  await expect(dialog.getByText('Upload a picture or enter its URL.')).toBeVisible();
  await expect(dialog.getByText('We’ll show this illustration')).toHaveCount(0);
  await dialog.getByLabel('Headline', { exact: true }).fill('Learn to sail');
  await dialog.getByLabel('Button', { exact: true }).fill('See the boats');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a link for the button')).toBeVisible();
  await dialog.getByLabel('Button link').fill('/allClasses');
  await dialog.getByLabel('Picture URL', { exact: true }).fill(PICTURE);
  const wide = dialog.frameLocator('iframe[title="The slide on a wide screen"]');
  const narrow = dialog.frameLocator('iframe[title="The slide on a phone"]');
  for (const frame of [wide, narrow]) {
    await expect(frame.getByText('Learn to sail')).toBeVisible();
    await expect(frame.locator('img')).toHaveAttribute('src', PICTURE);
  }
  // The text has the size that it would have in a window of that width.
  await expect(wide.getByText('Learn to sail')).toHaveCSS('font-size', '48px');
  await expect(narrow.getByText('Learn to sail')).toHaveCSS('font-size', '30px');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectAnnounced(page, 'Home page saved');
  await page.getByRole('link', { name: 'Open the home page' }).click();
  await page.getByRole('link', { name: 'See the boats' }).click();
  await expect(page).toHaveURL(/\/allClasses$/);
});

test('an admin edits a call to action, removes the other, and restores both, on a phone', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Edit: Build the career that you want' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit call to action' });
  await dialog.getByLabel('Title').fill('Sail this weekend');
  await dialog.getByLabel('Button', { exact: true }).fill('Rent a boat');
  await dialog.getByLabel('Button link').fill('boats');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a URL that starts with http')).toBeVisible();
  await dialog.getByLabel('Button link').fill('https://boats.example/');
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(listOf(page, 'Calls to action')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove: Become A Teacher To This Platform' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(listOf(page, 'Calls to action')).toHaveText(['Sail this weekend']);
  await page.getByRole('link', { name: 'Open the home page' }).click();
  await expect(page.getByRole('link', { name: 'Rent a boat' })).toHaveAttribute(
    'href',
    'https://boats.example/',
  );
  await expect(page.getByRole('heading', { name: 'Become A Teacher To This Platform' })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Restore the default calls to action' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(listOf(page, 'Calls to action')).toHaveCount(2);
});

test('partners that fit into the view are side by side, and sections without entries are omitted', async ({
  page,
}) => {
  const partner = { name: 'Nordwind', symbol: 'waves', picture: '' };
  await changeElsewhere(page, {
    partners: [partner, { ...partner, name: 'Südwind', picture: '/pictures/share.png' }],
    services: [],
  });
  await page.goto('/');
  const partners = page.getByRole('region', { name: 'Meet Our Global Partners' });
  await expect(partners.getByText('Südwind')).toBeVisible();
  await expect(partners.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Our services' })).toHaveCount(0);
  await expectAccessible(page);
});

test('an admin shows the actual number of users instead of 23', async ({ page }) => {
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await expect(statistics.getByLabel('Always 23')).toBeChecked();
  await statistics.getByLabel('The actual number').check();
  await expectAnnounced(page, 'Home page saved');
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` };
  const users = (await (await page.request.get('/api/users', { headers })).json()) as unknown[];
  expect(users.length).not.toBe(23);
  await page.getByRole('link', { name: 'Open the home page' }).click();
  const strip = page.getByRole('region', { name: 'In numbers' });
  await expect(strip.getByRole('definition').first()).toContainText(users.length.toLocaleString('en-US'));
});

test.describe('two admins', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('do not overwrite each other', async ({ page }) => {
    await page.getByRole('button', { name: 'Edit: Fjordline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit partner' });
    await dialog.getByLabel('Name').fill('Mine');
    await changeElsewhere(page, { partners: [{ name: 'Theirs', symbol: 'leaf', picture: '' }] });
    for (let tries = 0; tries < 2; tries += 1) {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('alert')).toContainText('changed or removed elsewhere');
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(listOf(page, 'Partners')).toHaveText(['Theirs']);
  });

  test('can change different entries of a list at the same time', async ({ page }) => {
    const partners = await listOf(page, 'Partners').allTextContents();
    await page.getByRole('button', { name: 'Edit: Fjordline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit partner' });
    await dialog.getByLabel('Name').fill('Mine');
    const { home } = await settingsOf(page);
    await changeElsewhere(page, { partners: home.partners.toReversed() });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectAnnounced(page, 'Home page saved');
    const expected = partners.toReversed().map((name) => (name === 'Fjordline' ? 'Mine' : name));
    await expect(listOf(page, 'Partners')).toHaveText(expected);
  });

  test('can change different parts of the settings at the same time', async ({ page }) => {
    const { home } = await settingsOf(page);
    // From now on, the slides are stored in the database.
    await changeElsewhere(page, { slides: home.slides });
    await page.reload();
    await page.getByRole('button', { name: /^Edit: Sailboats/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit slide' });
    await dialog.getByLabel('Headline', { exact: true }).fill('My headline');
    await changeElsewhere(page, { userCount: 'counted' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectAnnounced(page, 'Home page saved');
    await expect(listOf(page, 'Slides').filter({ hasText: 'My headline' })).toHaveCount(1);
    expect((await settingsOf(page)).home.userCount).toBe('counted');
  });

  test('do not overwrite each other by confirming an earlier dialog', async ({ page }) => {
    await page.getByRole('button', { name: 'Remove: Fjordline' }).click();
    await changeElsewhere(page, { partners: [{ name: 'Theirs', symbol: 'leaf', picture: '' }] });
    await comeBack(page, '/api/site-settings');
    await expect(listOf(page, 'Partners')).toHaveText(['Theirs']);
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Another admin has changed the settings in the meantime',
    );
    await expect(listOf(page, 'Partners')).toHaveText(['Theirs']);
  });
});
