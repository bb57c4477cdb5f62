import { expect, expectAccessible, fillCard, loginAs, openPage, registerAs, test } from './fixtures.ts';
import { findClass } from './find-class.ts';
import { hold } from './hold.ts';
import { call, CONTENT, openShop } from './purchases.ts';

test('the payment screen of a free class offers its teacher and its students what the class page does', async ({
  page,
  browser,
  baseURL,
}) => {
  const { teacher, admin, id } = await openShop(browser, baseURL, { title: 'For one', price: 0, seats: 1 });
  const enroll = (of: typeof page) => of.getByRole('button', { name: 'Enroll for free' });
  await teacher.goto(`/payment?class=${id}`);
  await expect(teacher.getByText('This is your own class.')).toBeVisible();
  await expect(enroll(teacher)).toHaveCount(0);
  await expectAccessible(teacher);
  await teacher.getByRole('link', { name: 'Manage this class' }).click();
  await expect(teacher).toHaveURL(new RegExp(`teacherClassTask/${id}$`));

  await registerAs(page, 'Fay Free');
  await page.goto(`/payment?class=${id}`);
  await enroll(page).click();
  await expect(page).toHaveURL(/myEnroll$/);
  await page.goto(`/payment?class=${id}`);
  await expect(page.getByText('You are enrolled in this class')).toBeVisible();
  await expect(enroll(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`myAssignmentTasks/${id}$`));

  await admin.goto(`/payment?class=${id}`);
  await expect(admin.getByText('This class is full')).toBeVisible();
  await expect(enroll(admin)).toHaveCount(0);
  await admin.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(admin.getByText('You’re number 1 on the waiting list')).toBeVisible();

  // The additional seat is reserved for the waiting list.
  await call(teacher, 'PUT', `/classes/${id}`, { title: 'For one', price: 0, seats: 2, ...CONTENT });
  const other = await openPage(browser, baseURL, 'User');
  for (const path of [`/classDetail/${id}`, `/payment?class=${id}`]) {
    await other.goto(path);
    await expect(other.getByText('No seats are available right now')).toBeVisible();
    await expect(other.getByText('This class is full')).toHaveCount(0);
  }
});

test('the payment screen asks neither the teacher of a class nor its students for a card', async ({
  page,
}) => {
  const id = await findClass(page, { q: 'Modern HTML' });
  const intents: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('payment-intent')) intents.push(request.url());
  });
  await loginAs(page, 'User');
  await page.goto(`/payment?class=${id}`);
  await expect(page.getByText('You are enrolled in this class')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
  await loginAs(page, 'Teacher');
  await page.goto(`/payment?class=${id}`);
  await expect(page.getByText('This is your own class.')).toBeVisible();
  expect(intents).toEqual([]);
});

for (const price of [0, 30]) {
  test(`the payment screen sells no class that awaits review, price ${price}`, async ({
    browser,
    baseURL,
  }) => {
    const teacher = await openPage(browser, baseURL, 'Teacher');
    const { insertedId } = await call(teacher, 'POST', '/classes', {
      title: `Awaits review ${price}`,
      price,
      experience: 'Beginner',
      ...CONTENT,
    });
    await teacher.goto(`/payment?class=${insertedId}`);
    await expect(
      teacher.getByText('Pending review. Only you and our team can see this class.'),
    ).toBeVisible();
    await expect(teacher.getByRole('link', { name: 'Manage this class' })).toHaveAttribute(
      'href',
      `/dashboard/updateClass/${insertedId}`,
    );
    const admin = await openPage(browser, baseURL, 'Admin');
    await admin.goto(`/payment?class=${insertedId}`);
    await expect(admin.getByText('This class is not published.')).toBeVisible();
    await expect(admin.getByRole('button', { name: /^(Enroll|Pay)/ })).toHaveCount(0);
  });
}

test.describe('a failed check whether the buyer is enrolled', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('is repeated without clearing the card form', async ({ page, browser, baseURL }) => {
    const { id } = await openShop(browser, baseURL, { title: 'Typed already' });
    await registerAs(page, 'Carla Card');
    const check = new RegExp(`/api/enrollments\\?.*classId=${id}`);
    const error = { code: 'invalid_input', message: 'Refused by the test' };
    await page.route(check, (route) => route.fulfill({ status: 400, json: { error } }));
    await page.goto(`/payment?class=${id}`);
    await expect(page.getByRole('button', { name: 'Pay 30$' })).toBeEnabled();
    await fillCard(page, '4242424242424242');
    await page.unroute(check);
    const letThrough = await hold(page, check, 'GET');
    const repeated = page.waitForRequest(check);
    // As when the user returns to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    const response = (await repeated).response();
    letThrough();
    await (await response)?.finished();
    await page.getByRole('button', { name: 'Pay 30$' }).click();
    await expect(page).toHaveURL(/myEnroll$/);
  });
});
