import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { findClass } from './find-class.ts';
import {
  askToTeach,
  confirm,
  DESKTOP,
  expect,
  expectAccessible,
  fillCard,
  loginAs,
  PHONE,
  registerAs,
  setTheme,
  test,
  openPage,
} from './fixtures.ts';

const COMMON = ['Home', 'All Classes', 'Teach With Us'];
const NAVBAR = {
  User: ['My Enrollment Class', 'Profile'],
  Teacher: ['Add Class', 'My Added Class'],
  Admin: ["Teacher's Requests", 'All Classes Req'],
};
const DASHBOARD = {
  User: ['User Home', 'My Enrollment Class', 'My Notes', 'Saved Classes', 'Profile', 'Account'],
  Teacher: ['Home', 'Teacher Home', 'Add Class', 'My Added Class', 'Earnings', 'Teacher Profile', 'Account'],
  Admin: [
    'Home',
    'Admin Home',
    "Teacher's Requests",
    'All Classes Req',
    'Class Changes',
    'All Users',
    'Feedback',
    'Reports',
    'Payments',
    'Audit Trail',
    'Invitations',
    'Site Settings',
    'Home Page',
    'Pages',
    'Site Health',
    'Profile',
    'Account',
  ],
};

test('an anonymous visitor sees the common links, a placeholder avatar and Login', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(COMMON);
  await expect(page.getByRole('banner').getByRole('img')).toHaveCount(0);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

for (const role of ['User', 'Teacher', 'Admin'] as const) {
  test(`navbar and dashboard have the links of the role ${role}`, async ({ page }) => {
    await loginAs(page, role);
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
      ...COMMON,
      ...NAVBAR[role],
    ]);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard\/userHome$/);
    await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText(
      DASHBOARD[role],
    );
    // Both addresses of the home page are marked in the menu.
    const current = page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current=page]');
    await expect(current).toHaveText(/^(User|Teacher|Admin) Home$/);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Welcome,/ })).toBeVisible();
    await expect(current).toHaveText(/^(User|Teacher|Admin) Home$/);
    await expectAccessible(page);
  });
}

test('a student who becomes a teacher keeps the link to their enrollments', async ({
  page,
  browser,
  baseURL,
}) => {
  await registerAs(page, 'Lena Learner');
  const classes = (await (await page.request.get('/api/classes?sort=price')).json()) as {
    _id: string;
    price: number;
  }[];
  await page.goto(`/payment?class=${classes.find(({ price }) => price > 0)!._id}`);
  await expect(page.getByRole('button', { name: /^Pay \d/ })).toBeEnabled();
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll$/);

  await askToTeach(page);
  const office = await openPage(browser, baseURL, 'Admin');
  await office.goto('/dashboard/teachersRequests?q=Lena');
  await office.getByRole('button', { name: 'Approve Lena Learner' }).click();
  await confirm(office, 'Approve the request from Lena Learner?', 'Approve');
  await expect(office.getByRole('row').filter({ hasText: 'Lena' })).toContainText('Teacher');

  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link')).toHaveText([...DASHBOARD.Teacher, 'My Enrollment Class', 'My Notes']);
  await menu.getByRole('link', { name: 'My Enrollment Class' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('on a phone the dashboard menu is below a button, shows every item, and closes on another page', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/allUsers');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const button = menu.getByRole('button', { name: 'Dashboard menu' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('link')).toHaveText(['All Users']);
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('link')).toHaveText(DASHBOARD.Admin);
  await expect(menu.locator('[aria-current=page]')).toHaveText('All Users');
  for (const link of await menu.getByRole('link').all()) {
    const box = (await link.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
  }
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Audit Trail' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Trail');
  await expect(menu.getByRole('link')).toHaveText(['Audit Trail']);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Users');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('link')).toHaveText(['All Users']);
  await button.click();
  const home = menu.getByRole('link', { name: 'Home', exact: true });
  const heightOfLine = (await home.boundingBox())!.height;
  await page.addStyleTag({ content: ':root { font-size: 200% }' });
  // A word that is broken needs another line.
  expect((await home.boundingBox())!.height).toBeLessThanOrEqual(2 * heightOfLine);
  await menu.getByRole('link', { name: 'All Users' }).press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('link', { name: 'All Users' })).toBeFocused();
});

test('on a phone the menu is a dropdown under a hamburger icon, closed by Escape', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(COMMON);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(button).toBeFocused();
});

for (const width of [360, 320]) {
  test(`the site’s name is on one line beside the bell, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ ...PHONE, width });
    await loginAs(page, 'User');
    await page.goto('/about');
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    const name = page.getByRole('banner').getByText('ClassHarbor', { exact: true });
    const lines = await name.evaluate((element) => {
      const letters = document.createRange();
      letters.selectNodeContents(element);
      return new Set([...letters.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
  });
}

test('navbar and footer are hidden on login and registration', async ({ page }) => {
  for (const path of ['/login', '/registration', '/Login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  }
});

test('the footer has the claim, the company and two groups of links', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Providing reliable tech since 1999');
  await expect(footer).toContainText('ClassHarbor Ltd.');
  await expect(footer.getByRole('navigation', { name: 'Services' }).getByRole('link')).toHaveText([
    'Branding',
    'Marketing',
  ]);
  await expect(footer.getByRole('navigation', { name: 'Company' }).getByRole('link')).toHaveText([
    'About us',
    'Contact',
    'Blogs',
  ]);
});

test('the theme is light by default, toggles, and is there before the first paint after a reload', async ({
  page,
}) => {
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveClass(/dark/);
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.theme)).toBe('dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect(root).not.toHaveClass(/dark/);
});

test('the theme changes at once, without fading each button and card', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/allClasses');
  await page.getByRole('button', { name: 'Use the dark theme' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await expect(page.locator(':root')).toHaveAttribute('data-theme', 'dark');
});

test('before hydration, the bar fits a phone and shows the theme that is chosen', async ({ context }) => {
  const page = await context.newPage();
  await page.route(/entry-client.*\.js$/, () => undefined);
  await page.setViewportSize(PHONE);
  await setTheme(page, 'dark');
  await page.goto('/');
  const avatar = await page.getByRole('button', { name: 'Account menu' }).boundingBox();
  expect(avatar!.x + avatar!.width).toBeLessThanOrEqual(PHONE.width - 16);
  await expect(page.locator('.lucide-moon')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Use the light theme' })).toBeVisible();
});

test.describe('an unknown address', () => {
  test.use({ expectedErrors: /404 \(/ });

  test('is a 404 page with a way home', async ({ page }) => {
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found 404');
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('the dashboard’s menu shows where a page without an item belongs', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Teacher');
  const own = await findClass(page, { q: 'Modern HTML' });
  const current = page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]');
  for (const screen of ['updateClass', 'curriculum', 'classStudents', 'teacherClassTask']) {
    await page.goto(`/dashboard/${screen}/${own}`);
    await expect(current).toHaveText('My Added Class');
    await expect(current).toHaveAttribute('aria-current', 'true');
    await expect(current).toBeInViewport({ ratio: 0.95 });
  }
});

test('the skip link leads to the content', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the bar of a class page stays at the bottom edge, but does not cover an enlarged page', async ({
  page,
}) => {
  await loginAs(page, 'User');
  const classId = await findClass(page, { q: 'Modern HTML' });
  await page.setViewportSize(PHONE);
  await page.goto(`/classDetail/${classId}`);
  const bar = page.locator('.bottom-bar-on-phones');
  await expect(bar).toHaveCSS('position', 'fixed');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toHaveCSS('padding-bottom', '128px');
  await expect(footer.getByRole('link').first()).toHaveCSS('scroll-margin-bottom', '128px');
  // A desktop of 1366 by 768 pixels at 400 %.
  await page.setViewportSize({ width: 341, height: 192 });
  await expect(bar).toHaveCSS('position', 'static');
});

test('the bar of a class page has the price beside the button', async ({ page }) => {
  await loginAs(page, 'User');
  const classId = await findClass(page, { sort: '-price' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/classDetail/${classId}`);
  const bar = page.locator('.bottom-bar-on-phones');
  const price = bar.getByText(/^[\d,.]+\$$/);
  // The button may still be replaced, until it is known whether the user is enrolled.
  await expect(async () => {
    await expect(price).toBeInViewport({ ratio: 1, timeout: 1_000 });
    const button = await bar.getByRole('link', { name: 'Pay Now' }).boundingBox({ timeout: 1_000 });
    const place = await price.boundingBox({ timeout: 1_000 });
    expect(place!.x + place!.width).toBeLessThan(button!.x);
    expect(place!.y).toBeGreaterThan(button!.y);
  }).toPass();
  await page.setViewportSize(DESKTOP);
  await expect(price).toBeHidden();
});

test('on a phone, figures are two per line', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await loginAs(page, 'Teacher');
  const own = await findClass(page, { q: 'Modern HTML' });
  for (const [path, labels] of [
    ['earnings', ['Payments', 'Paid']],
    [`teacherClassTask/${own}`, ['Total Enrollments', 'Total Assignments']],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    const [one, other] = labels.map((label) =>
      page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }),
    );
    expect((await one!.boundingBox())!.y).toBe((await other!.boundingBox())!.y);
  }
});
