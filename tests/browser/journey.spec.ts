import type { Browser, Page } from '@playwright/test';
import {
  askToTeach,
  confirm,
  expect,
  expectAccessible,
  expectNoSideScroll,
  fillCard,
  registerAs,
  test,
  openPage,
} from './fixtures.ts';

const TITLE = 'Dovetails for developers';
/** The border of fields that cannot be changed. */
const TRANSPARENT = 'rgba(0, 0, 0, 0)';

const openOffice = async (browser: Browser, baseURL: string | undefined): Promise<Page> => {
  const page = await openPage(browser, baseURL, 'Admin');
  return page;
};

const check = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSideScroll(page);
};

// The server rejects more marks than the assignment allows.
test.use({ expectedErrors: /400 .*api\/submissions/ });

test('from a request to teach to graded work and feedback on the home page', async ({
  page: teacher,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const admin = await openOffice(browser, baseURL);

  // A user asks to teach, and an admin approves.
  await registerAs(teacher, 'Wanda Woodworker');
  await askToTeach(teacher);
  await admin.goto('/dashboard/teachersRequests?q=Wanda');
  await admin.getByRole('button', { name: 'Approve Wanda Woodworker' }).click();
  await confirm(admin, 'Approve the request from Wanda Woodworker?', 'Approve');
  await expect(admin.getByRole('row').filter({ hasText: 'Wanda' })).toContainText('Teacher');

  // The teacher adds a class and sees why its details are not available yet.
  await teacher.goto('/dashboard/addClass');
  await expect(teacher.getByLabel('Name')).toHaveValue('Wanda Woodworker');
  await expect(teacher.getByLabel('Name')).toHaveAttribute('readonly', '');
  await expect(teacher.getByLabel('Email')).toHaveAttribute('readonly', '');
  await expect(teacher.getByLabel('Name')).toHaveCSS('border-color', TRANSPARENT);
  await expect(teacher.getByLabel('Title')).not.toHaveCSS('border-color', TRANSPARENT);
  await teacher.getByRole('button', { name: 'Add Class' }).click();
  await expect(teacher.getByText('Title is required')).toBeVisible();
  await expect(teacher.getByText('Price is required')).toBeVisible();
  await expect(teacher.getByText('Select an experience level')).toBeVisible();
  await check(teacher);
  await teacher.getByLabel('Title').fill(TITLE);
  await teacher.getByLabel('Price').fill('12.50');
  await teacher.getByLabel('Experience').selectOption('Beginner');
  await teacher.getByLabel('Description').fill('Joints that hold, cut by hand. '.repeat(5));
  await teacher.getByLabel('Image URL').fill('ftp://example.test/a.png');
  await teacher.getByRole('button', { name: 'Add Class' }).click();
  await expect(teacher.getByText('Enter a URL that starts with http')).toBeVisible();
  await teacher.getByLabel('Image URL').fill('/pictures/covers/game-feel.svg');
  await expect(teacher.getByRole('img', { name: 'Preview' })).toHaveAttribute(
    'src',
    '/pictures/covers/game-feel.svg',
  );
  await teacher.getByRole('button', { name: 'Add Class' }).click();
  await expect(teacher).toHaveURL(/myAddedClass$/);
  const card = teacher.getByRole('article').filter({ hasText: TITLE });
  await expect(card).toContainText('Pending');
  await expect(card).toContainText('12.50$');
  await expect(card.getByRole('button', { name: 'See Progress' })).toBeDisabled();
  await expect(card).toContainText('Pending review');
  expect((await card.locator('p.muted').first().textContent())!.length).toBeLessThanOrEqual(86);
  await check(teacher);

  // An admin previews the class, rejects it with a reason, and approves the second attempt.
  await admin.goto(`/dashboard/allClassReq?q=${encodeURIComponent(TITLE)}`);
  const row = admin.getByRole('row').filter({ hasText: TITLE });
  await row.getByRole('button', { name: /^View/ }).click();
  await expect(admin.getByRole('dialog')).toContainText('Joints that hold, cut by hand.');
  await expect(admin.getByRole('dialog')).toContainText('This class has no published lessons.');
  for (const fact of [/Price\s*12\.50\$/, /First submitted\s*[A-Z][a-z]{2} \d+, \d{4}/])
    await expect(admin.getByRole('dialog')).toContainText(fact);
  await check(admin);
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^Reject/ })
    .click();
  await admin.getByLabel('Reason').fill('Please say how long it takes.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(row).toContainText('Rejected');
  await expect(row.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await expect(row.getByRole('button', { name: /^Reject/ })).toBeDisabled();

  await teacher.reload();
  await expect(card).toContainText('Rejected: Please say how long it takes.');
  await card.getByRole('link', { name: /^Update/ }).click();
  await expect(teacher.getByLabel('Title')).toHaveValue(TITLE);
  await expect(teacher.getByLabel('Price')).toHaveValue('12.5');
  await teacher.getByLabel('Description').fill('Three evenings on joints that hold.');
  await check(teacher);
  await teacher.getByRole('button', { name: 'Update Class' }).click();
  await expect(card).toContainText('Pending review');

  await admin.reload();
  await row.getByRole('button', { name: /^View/ }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(admin.getByRole('dialog')).toContainText('This class has no lessons yet.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(admin.getByRole('dialog')).toContainText('Three evenings on joints that hold.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('Pending');
  await row.getByRole('button', { name: /^Approve/ }).click();
  await confirm(admin, `Approve "${TITLE}"?`, 'Approve');
  await expect(row).toContainText('Approved');

  // On the class's page, the teacher gets a link to the submissions.
  await teacher.goto(`/allClasses?q=${encodeURIComponent(TITLE)}`);
  await teacher.getByRole('article').filter({ hasText: TITLE }).getByRole('link').last().click();
  await expect(teacher.getByText('This is your own class.')).toBeVisible();
  await expect(teacher.getByRole('link', { name: 'Pay Now' })).toHaveCount(0);
  await check(teacher);
  await teacher.getByRole('link', { name: 'Manage this class' }).click();
  await expect(teacher).toHaveURL(/teacherClassTask/);
  await teacher.goto('/dashboard/myAddedClass');

  // A student buys the class, which has no assignment yet.
  const student = await openPage(browser, baseURL);
  await registerAs(student, 'Sam Sawdust');
  await student.goto(`/allClasses?q=${encodeURIComponent(TITLE)}`);
  await student.getByRole('article').filter({ hasText: TITLE }).getByRole('link').last().click();
  await student.getByRole('link', { name: 'Pay Now' }).click();
  await expect(student.getByRole('button', { name: /^Pay 12\.50\$/ })).toBeEnabled();
  await fillCard(student, '4242424242424242');
  await student.getByRole('button', { name: /^Pay/ }).click();
  await expect(student).toHaveURL(/myEnroll$/);
  const cover = (await student.getByRole('article').locator('img').boundingBox())!;
  expect(cover.width / cover.height, 'the cover is not cropped').toBeCloseTo(16 / 9, 1);
  await student.getByRole('link', { name: `Continue: ${TITLE}` }).click();
  await expect(student.getByText('Assignment is not arrived yet')).toBeVisible();
  await check(student);

  // The teacher creates an assignment.
  await teacher.reload();
  await card.getByRole('link', { name: /^See Details/ }).click();
  await expect(teacher.getByRole('definition')).toHaveText(['1', '0', '0']);
  await teacher.getByRole('button', { name: 'Create Assignment' }).click();
  const modal = teacher.getByRole('dialog');
  await expect(modal.getByLabel('Name')).toHaveAttribute('readonly', '');
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toHaveCount(0);
  await teacher.getByRole('button', { name: 'Create Assignment' }).click();
  await modal.getByLabel('Title').fill('Your first joint');
  await modal.getByLabel('Description').fill('Cut one and show it.');
  await modal.getByLabel('Marks').fill('40');
  await modal.getByLabel('Deadline').fill('2040-06-30');
  await check(teacher);
  await modal.getByRole('button', { name: 'Create Assignment' }).click();
  await expect(teacher.getByRole('button', { name: 'Edit Assignment' })).toBeVisible();
  await expect(teacher.getByText('40 marks · due Jun 30, 2040')).toBeVisible();

  // The student reopens the page by its address, and submits.
  await student.goto(student.url());
  await expect(student.getByRole('row').filter({ hasText: 'Your first joint' })).toContainText(
    'Not submitted',
  );
  await expect(student.getByRole('cell', { name: /Jun\s30,\s2040/ })).toBeVisible();
  await student.getByRole('button', { name: 'Submit' }).click();
  await student.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(student.getByText('Enter some text or a link')).toBeVisible();
  await student.getByLabel('Text').fill('It holds. Mostly.');
  await student.getByLabel('Link').fill('https://example.test/joint');
  await check(student);
  await student.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(student.getByText('Submitted', { exact: true }).first()).toBeVisible();
  await expect(student.getByText('It holds. Mostly.')).toBeVisible();

  // The teacher reads and grades the submission.
  await teacher.reload();
  await expect(teacher.getByRole('definition')).toHaveText(['1', '1', '1']);
  await teacher.getByRole('button', { name: 'Grade submission of Sam Sawdust' }).click();
  await expect(modal.getByRole('link', { name: 'https://example.test/joint' })).toBeVisible();
  await modal.getByLabel('Marks out of 40').fill('41');
  await modal.getByRole('button', { name: 'Save marks' }).click();
  await expect(modal.getByText('Marks must be at most 40')).toBeVisible();
  await modal.getByLabel('Marks out of 40').fill('37');
  await modal.getByLabel('Comment').fill('Clean cheeks, gappy baseline.');
  await check(teacher);
  await modal.getByRole('button', { name: 'Save marks' }).click();
  await expect(teacher.getByRole('row').filter({ hasText: 'Sam Sawdust' })).toContainText('37 / 40');

  // The student sees the marks and leaves feedback.
  await student.reload();
  await expect(student.getByText('37 of 40 marks')).toBeVisible();
  await expect(student.getByText('Clean cheeks, gappy baseline.')).toBeVisible();
  await expect(student.getByRole('button', { name: 'Submit again' })).toBeDisabled();
  await expect(student.getByText('Your work has been graded')).toBeVisible();
  await student.getByRole('button', { name: 'Feedback Us' }).click();
  await student.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(student.getByText('Feedback is required')).toBeVisible();
  await expect(student.getByText('Choose a rating from 1 to 5 stars')).toBeVisible();
  await student.getByLabel('Feedback', { exact: true }).fill('I build my own shelves now. '.repeat(8));
  await student.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(student.getByRole('radio', { name: '1 star', exact: true })).toBeFocused();
  await student.getByRole('radio', { name: '3 stars' }).check({ force: true });
  await student.keyboard.press('ArrowRight');
  await expect(student.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await check(student);
  await student.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(student.getByRole('dialog').filter({ hasText: 'Rating' })).toHaveCount(0);

  // The feedback is on the home page, cut to 150 characters, and visible to the teacher.
  await student.goto('/');
  const slide = student.getByRole('group', { name: '1 of 17', exact: true });
  await expect(slide).toContainText('Sam Sawdust');
  await expect(slide.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
  expect((await slide.locator('p').last().textContent())!.length).toBeLessThanOrEqual(151);
  await teacher.goto('/dashboard/myAddedClass');
  await card.getByRole('button', { name: /^Feed Back/ }).click();
  await expect(modal).toContainText('4.0');
  await expect(modal).toContainText('1 rating');
  await expect(modal).toContainText('I build my own shelves now.');
  await check(teacher);
  await modal.getByRole('button', { name: 'Close' }).click();

  // Deleting asks for confirmation, and the student keeps the class.
  await card.getByRole('button', { name: /^Delete/ }).click();
  await teacher.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: /^Delete/ }).click();
  await teacher.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(card).toHaveCount(0);
  await student.goto('/dashboard/myEnroll');
  await expect(student.getByRole('article').filter({ hasText: TITLE })).toBeVisible();

  await admin.goto('/dashboard/auditTrail');
  const trail = admin.getByRole('row');
  await expect(trail.nth(1)).toContainText(`Class deleted${TITLE}`);
  await expect(trail.nth(2)).toContainText(`Class approved${TITLE}`);
  await expect(trail.nth(3)).toContainText('Reason: Please say how long it takes.');
});
