import type { Page } from '@playwright/test';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { expectAnnounced } from './announcements.ts';
import { discussion, openCourse } from './course.ts';
import { expect, fillRegistration, loginAs, newEmail, openPage, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { call } from './purchases.ts';
import { saveForm } from './save-form.ts';

// What is typed while a form is being saved.

/** Leaves the page by a link of the menu, which asks first, and stays. */
const expectWarning = async (page: Page): Promise<void> => {
  await page.getByRole('banner').getByRole('link').first().click();
  const question = page.getByRole('dialog', { name: /^Leave without (saving|sending)\?$/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
};

test('stays in the draft of a page and is not saved yet', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/sitePages/about');
  const title = page.getByLabel('Title');
  const text = page.getByLabel('Text', { exact: true });
  const save = page.getByRole('button', { name: 'Save draft' });
  await title.fill('  Who we are  ');
  await text.fill('We teach');
  const letThrough = await hold(page, '**/api/site-pages/about', 'PUT');
  await save.click();
  await text.press('End');
  await text.pressSequentially(' sailing');
  letThrough();
  await expectAnnounced(page, 'Draft saved');
  await expect(text).toHaveValue('We teach sailing');
  await expect(text).toBeFocused();
  await expect(title).toHaveValue('Who we are');
  await expect(save).toBeEnabled();
  await expectWarning(page);
  await saveForm(save);
  await page.reload();
  await expect(text).toHaveValue('We teach sailing');
});

test('stays in a new post and in its editor', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/blogPosts');
  const text = page.getByLabel('Text', { exact: true });
  const save = page.getByRole('button', { name: 'Save draft' });
  await page.getByLabel('Title').fill('Slow lines');
  await page.getByLabel('Author').click();
  await text.fill('They take');
  const create = await hold(page, '**/api/edited-posts', 'POST');
  await save.click();
  await text.press('End');
  await text.pressSequentially(' long');
  create();
  await expect(page).toHaveURL(/blogPosts\/slow-lines$/);
  await expect(text).toHaveValue('They take long');
  await expectWarning(page);
  const write = await hold(page, '**/api/edited-posts/slow-lines', 'PUT');
  await save.click();
  await text.press('End');
  await text.pressSequentially('er');
  write();
  await expectAnnounced(page, 'Draft saved');
  await expect(text).toHaveValue('They take longer');
  await expect(save).toBeEnabled();
  await expectWarning(page);
  await saveForm(save);
  await page.reload();
  await expect(text).toHaveValue('They take longer');
});

test('stays in the site settings, in single fields and in lists', async ({ page }) => {
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/siteSettings');
  const phone = page.getByLabel('Phone number');
  const saveContact = page.getByRole('button', { name: 'Save contact details' });
  await phone.fill('0123');
  const letThrough = await hold(page, '**/api/site-settings', 'PUT');
  await saveContact.click();
  await phone.press('End');
  await phone.pressSequentially('45');
  letThrough();
  await expectAnnounced(page, 'Contact details saved');
  await expect(phone).toHaveValue('012345');
  await expect(saveContact).toBeEnabled();
  await expectWarning(page);
  await saveForm(saveContact);

  const skills = page.getByRole('region', { name: 'Categories and levels' });
  const saveSkills = skills.getByRole('button', { name: 'Save categories and levels' });
  const category = skills.getByLabel('Skill category 1', { exact: true });
  await category.fill('Sailing');
  const letSkills = await hold(page, '**/api/site-settings', 'PUT');
  await saveSkills.click();
  await category.press('End');
  await category.pressSequentially(' boats');
  letSkills();
  await expectAnnounced(page, 'Categories and levels saved');
  await expect(category).toHaveValue('Sailing boats');
  await saveForm(saveSkills);
  await page.reload();
  await expect(phone).toHaveValue('012345');
  await expect(category).toHaveValue('Sailing boats');
});

test('stays in the profile', async ({ page }) => {
  await loginAs(page, 'User');
  await page.goto('/dashboard/studentProf');
  const name = page.getByLabel('Name', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const before = await name.inputValue();
  await name.fill('Ann');
  const letThrough = await hold(page, '**/api/auth/update-user', 'POST');
  await save.click();
  await name.press('End');
  await name.pressSequentially('ette');
  letThrough();
  await expectAnnounced(page, 'Profile updated');
  await expect(name).toHaveValue('Annette');
  await expect(save).toBeEnabled();
  await name.fill(before);
  await saveForm(save);
});

test('stays in the contact form', async ({ page }) => {
  await page.goto('/contacts');
  await page.getByLabel('Email').fill('visitor@example.test');
  const message = page.getByLabel('Message');
  await message.fill('Hello');
  const letThrough = await hold(page, '**/api/contact**', 'POST');
  await page.getByRole('button', { name: 'Send message' }).click();
  await message.fill('One more question');
  letThrough();
  await expectAnnounced(page, 'Message Sent Successfully');
  await expect(message).toHaveValue('One more question');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expectWarning(page);
  await message.fill('');
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/$/);
});

/** Ends the session of a page in another tab, which leads it to the login by itself or by a link. */
const logOutElsewhere = async (page: Page, link?: string): Promise<void> => {
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await page.bringToFront();
  if (link) await page.getByRole('main').getByRole('link', { name: link }).click();
  await expect(page).toHaveURL(link ? /\/login\?from=/ : /\/login$/);
  await other.close();
};

/** Logs in on the page that a signed-out user was led to, which leads back. */
const logInAgain = async (
  page: Page,
  { email, password }: { email: string; password: string },
  back: RegExp,
): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(back);
};

test('comes back after a login, if the same user was signed out in another tab', async ({ page }) => {
  test.slow();
  const email = newEmail();
  await page.goto('/registration');
  await fillRegistration(page, email, 'Tara Typing');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/');
  await page.goto('/teacherReq');
  const title = page.getByLabel('Title');
  const experience = page.getByLabel('Experience');
  await title.fill('Sailor and carpenter');
  await experience.selectOption('Mid Level');
  await logOutElsewhere(page);
  await logInAgain(page, sampleAccount('Admin'), /\/teacherReq$/);
  await expect(title).toHaveValue('');
  await logOutElsewhere(page);
  await logInAgain(page, { email, password: PASSWORD }, /\/teacherReq$/);
  await expect(title).toHaveValue('Sailor and carpenter');
  await expect(experience).toHaveValue('Mid Level');
  await expectWarning(page);
});

test('replaces after a login what was saved elsewhere only if the user says so', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const elsewhere = await openPage(browser, baseURL, 'Admin');
  await elsewhere.goto('/dashboard/sitePages/branding');
  await loginAs(page, 'Admin');
  await page.goto('/dashboard/sitePages/branding');
  const title = page.getByLabel('Title');
  for (const [answer, expected] of [
    ['Restore', 'Mine'],
    ['Discard', 'Theirs, after Discard'],
  ] as const) {
    await title.fill('Mine');
    await logOutElsewhere(page);
    await elsewhere.getByLabel('Title').fill(`Theirs, after ${answer}`);
    await saveForm(elsewhere.getByRole('button', { name: 'Save draft' }));
    await logInAgain(page, sampleAccount('Admin'), /\/dashboard\/sitePages\/branding$/);
    const question = page.getByRole('dialog', { name: 'Restore what you entered?' });
    await expect(question).toBeVisible();
    await expect(title).toHaveValue(`Theirs, after ${answer}`);
    // Without a decision, the text is offered again.
    await page.keyboard.press('Escape');
    await expect(title).toHaveValue(`Theirs, after ${answer}`);
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('region', { name: 'Profile', exact: true })).toBeVisible();
    await page.goBack();
    await question.getByRole('button', { name: answer }).click();
    await expect(title).toHaveValue(expected);
  }
});

test('comes back into the question that was being edited', async ({ browser, baseURL }) => {
  test.slow();
  const { student, lesson } = await openCourse(browser, baseURL!, 'Joinery after a login');
  const { insertedId } = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which saw?' });
  const other = await call(student, 'POST', `/lessons/${lesson}/questions`, { text: 'Which glue?' });
  await student.goto(`/lesson/${lesson}`);
  const question = (id: string) => discussion(student).locator(`#question-${id}`);
  const edit = async (id: string) => {
    await discussion(student).scrollIntoViewIfNeeded();
    await question(id).getByRole('button', { name: 'Edit your question' }).click();
    return question(id).getByRole('textbox');
  };
  await (await edit(insertedId)).fill('Which saw for oak?');
  await logOutElsewhere(student, 'Log in');
  await logInAgain(student, sampleAccount('User'), new RegExp(`/lesson/${lesson}$`));
  await expect(await edit(other.insertedId)).toHaveValue('Which glue?');
  await expect(await edit(insertedId)).toHaveValue('Which saw for oak?');
  await expectAnnounced(student, 'What you entered before is restored');
  await question(insertedId).getByRole('button', { name: 'Save' }).click();
  await expect(question(insertedId)).toContainText('Which saw for oak?');
  await expect(question(insertedId).getByRole('textbox')).toHaveCount(0);
});
