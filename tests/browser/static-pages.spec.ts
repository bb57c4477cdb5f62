import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  PHONE,
  startPreparedServer,
  test,
} from './fixtures.ts';

test('each link of the footer leads to a page of its own', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const [link, title] of [
    ['Branding', 'Branding'],
    ['Marketing', 'Marketing'],
    ['About us', 'About us'],
    ['Contact', 'Contact'],
    ['Blogs', 'Blogs'],
  ] as const) {
    await footer.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · ClassHarbor`);
  }
});

test('the questions on the about page open one at a time', async ({ page }) => {
  await page.goto('/about');
  const answers = page.getByRole('group');
  await page.getByText('How long do I keep a class?').click();
  await expect(answers.filter({ hasText: 'As long as you like.' })).toHaveAttribute('open', '');
  await page.getByText('Which cards can I pay with?').click();
  await expect(answers.filter({ hasText: 'As long as you like.' })).not.toHaveAttribute('open', '');
  await expectAccessible(page);
});

test('the contact form needs both fields, confirms, and sends nothing', async ({ page }) => {
  await page.goto('/contacts');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Message is required')).toBeVisible();
  // Even a message that a site that takes messages would refuse.
  for (const message of ['Do you have evening classes?', 'https://a.test https://b.test https://c.test']) {
    await page.getByLabel('Email').fill('visitor@example.test');
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    await expect(page.getByRole('status').filter({ hasText: 'Message Sent Successfully' })).toBeVisible();
  }
  expect(sent).toEqual([]);
});

test.describe(() => {
  test.use({ expectedErrors: /ERR_FAILED|400 \(/ });

  test('the contact form of a site that takes messages delivers them, or says why not', async ({ page }) => {
    // Starts its own server.
    test.slow();
    const site = await startPreparedServer({ CONTACT_EMAIL: 'office@example.test' });
    await page.setViewportSize(PHONE);
    await page.goto(`${site.url}/contacts`);
    await page.getByLabel('Email').fill('visitor@example.test');
    await page.getByLabel('Message').fill('https://a.test https://b.test https://c.test');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('At most 2 links')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(2);
    await page.getByLabel('Message').fill('Do you have evening classes?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Message Sent Successfully' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await expect
      .poll(async () => (await page.request.get(`${site.url}/sandbox/mail`)).text())
      .toMatch(/To office@example\.test[^]*Do you have evening classes\?/);

    await page.route('**/api/contact', (route) => route.abort());
    await page.getByLabel('Email').fill('visitor@example.test');
    await page.getByLabel('Message').fill('And on weekends?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('And on weekends?');
    await site.close();
  });
});

test('the members’ page is for logged-in users', async ({ page }) => {
  await page.goto('/privet');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members’ corner');
});
