import { expectAnnounced } from './announcements.ts';
import { openFreeClass } from './course.ts';
import { confirm, DESKTOP, expect, expectAccessible, expectNoSideScroll, PHONE, test } from './fixtures.ts';
import { loseResponse } from './lose-response.ts';
import { call } from './purchases.ts';

const TEXT = 'We meet on Monday at https://example.test/room. Bring a saw.';

test('a teacher writes to all students, one reports it, and an admin hides it', async ({
  browser,
  baseURL,
}) => {
  const title = 'A class with an announcement';
  const { admin, teacher, student, classId } = await openFreeClass(browser, baseURL, title);
  const of = (page: typeof teacher) => page.getByRole('region', { name: 'Announcements' });

  await teacher.setViewportSize(PHONE);
  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await expect(of(teacher)).toContainText('You have not written to your students yet.');
  await of(teacher).getByRole('button', { name: 'New Announcement' }).press('Enter');
  const field = of(teacher).getByRole('textbox', { name: 'Message to all students' });
  await expect(field).toBeFocused();
  await of(teacher).getByRole('button', { name: 'Send' }).click();
  await expect(of(teacher).getByText('Enter some text')).toBeVisible();
  await field.fill(TEXT);
  await expectAccessible(teacher);
  await expectNoSideScroll(teacher);
  await of(teacher).getByRole('button', { name: 'Send' }).click();
  await confirm(teacher, 'Send to all students?', 'Cancel');
  await expect(of(teacher).getByRole('listitem')).toHaveCount(0);
  // It is stored in the browser until it is sent.
  await teacher.reload();
  await of(teacher).getByRole('button', { name: 'New Announcement' }).click();
  await expect(field).toHaveValue(TEXT);
  await of(teacher).getByRole('button', { name: 'Send' }).click();
  await confirm(teacher, 'Send to all students?', 'Send');
  await expectAnnounced(teacher, 'Your announcement was sent');
  await expect(of(teacher).getByRole('listitem')).toContainText('Bring a saw.');
  await expect(of(teacher).getByRole('button', { name: 'New Announcement' })).toBeFocused();

  await student.setViewportSize(PHONE);
  await student.goto('/about');
  await student.getByRole('button', { name: /^Notifications/ }).press('Enter');
  await student.getByRole('link', { name: new RegExp(`Announcement in .*${title}`) }).click();
  await expect(of(student).getByRole('link', { name: 'https://example.test/room' })).toBeVisible();
  await expectAccessible(student);
  await expectNoSideScroll(student);
  await of(student)
    .getByRole('button', { name: /^Report the announcement of/ })
    .click();
  const reporting = student.getByRole('dialog');
  await reporting.getByLabel('Reason').fill('Not about the class');
  await reporting.getByRole('button', { name: 'Report' }).click();
  await expectAnnounced(student, 'Thank you. An admin will review it.');

  await admin.setViewportSize(DESKTOP);
  await admin.goto('/dashboard/reports?kind=announcement');
  const row = admin.getByRole('row').filter({ hasText: 'Bring a saw.' });
  await expect(row).toContainText('Announcement · 1 report');
  await expectAccessible(admin);
  await row.getByRole('button', { name: /^Hide: the announcement by/ }).click();
  const hiding = admin.getByRole('dialog');
  await hiding.getByLabel('Reason').fill('Please stay on topic');
  await hiding.getByRole('button', { name: 'Hide' }).click();
  await expectAnnounced(admin, 'The announcement is hidden');

  const loaded = student.waitForResponse('**/api/classes/*/announcements?*');
  await student.reload();
  await loaded;
  await expect(of(student)).toHaveCount(0);
  await teacher.reload();
  await expect(of(teacher)).toContainText('Hidden by an admin: Please stay on topic');
  await expect(of(teacher).getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});

test.describe('without a response', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });

  test('an announcement is sent once, and deleted', async ({ browser, baseURL }) => {
    const { teacher, student, classId } = await openFreeClass(browser, baseURL, 'An announcement sent twice');
    await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
    const region = teacher.getByRole('region', { name: 'Announcements' });
    await region.getByRole('button', { name: 'New Announcement' }).click();
    await region.getByRole('textbox').fill('Only once');
    await loseResponse(teacher, '**/api/classes/*/announcements', 'POST');
    for (const outcome of ['lost', 'received']) {
      await region.getByRole('button', { name: 'Send' }).click();
      await confirm(teacher, 'Send to all students?', 'Send');
      if (outcome === 'lost') await expect(region.getByRole('alert')).toContainText('can’t reach the server');
    }
    await expectAnnounced(teacher, 'Your announcement was sent');
    expect(await call(student, 'GET', `/classes/${classId}/announcements`)).toMatchObject([
      { text: 'Only once' },
    ]);
    await region.getByRole('button', { name: /^Delete the announcement of/ }).click();
    await confirm(teacher, 'Are you sure?', 'Yes, delete it!');
    await expectAnnounced(teacher, 'The announcement was deleted');
    await expect(region).toContainText('You have not written to your students yet.');
  });
});
