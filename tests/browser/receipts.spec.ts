import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { registerWith } from './accounts.ts';
import { expectAnnounced } from './announcements.ts';
import { comeBack } from './come-back.ts';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  newEmail,
  openPage,
  PHONE,
  registerAs,
  setTheme,
  test,
} from './fixtures.ts';
import { approveChange, call, CONTENT, openPayment, openShop } from './purchases.ts';

test('a receipt has the seller, the tax and the buyer as they were, as a PDF file too, and a credit note', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await openPage(browser, baseURL, 'Admin');
  await admin.goto('/dashboard/siteSettings');
  const form = admin.getByRole('region', { name: 'Receipts' });
  await form.getByLabel('Seller').fill('Harbor Education AG');
  await form.getByLabel('Address').fill('Quay 1\n8001 Zürich');
  await form.getByLabel('Tax number').fill('CHE-123.456.789');
  await form.getByLabel('Tax rate, percent').fill('120');
  await form.getByRole('button', { name: 'Save receipt settings' }).click();
  await expect(form.getByText('The tax rate is a number from 0 to 99.99')).toBeVisible();
  await form.getByLabel('Tax rate, percent').fill('8.1');
  await expectAccessible(admin);
  await form.getByRole('button', { name: 'Save receipt settings' }).click();
  await expectAnnounced(admin, 'Receipt settings saved');

  await registerAs(page, 'Rita Receipt');
  await page.goto('/dashboard/account');
  await page.getByLabel('Name or company').fill('Rita & Töchter GmbH');
  await page.getByLabel('Address', { exact: true }).fill('Weg 2\n10115 Berlin');
  await page.getByRole('button', { name: 'Save billing details' }).click();
  await expectAnnounced(page, 'Billing details saved');
  await openPayment(page, 'Poster studio');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);

  await page.goto('/dashboard/studentProf');
  await page.getByRole('link', { name: 'Receipt for Poster studio' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Receipt ./ });
  const number = (await heading.textContent())!.replace('Receipt ', '');
  for (const text of [/Harbor Education AG/, /8001 Zürich/, /Rita & Töchter GmbH/, /Including 8\.1% tax/])
    await expect(page.getByRole('article').getByText(text)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${number} as a PDF` }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  const file = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text } = await extractText(file, { mergePages: true });
  for (const words of [number, 'Harbor Education AG', 'Rita & Töchter GmbH', 'Tax 8.1%'])
    expect(text).toContain(words);

  const transactionId = (await page.getByText(/^pi_/).textContent())!;
  await admin.goto(`/dashboard/payments?q=${transactionId}`);
  await admin.getByRole('button', { name: `Refund ${transactionId}` }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Bought by mistake');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(admin.getByRole('row').filter({ hasText: transactionId })).toContainText('Refunded');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Credit notes' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download TEST-C-\d{4}-\d{4} as a PDF$/ })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await admin.goto('/dashboard/siteSettings');
  await expect(form.getByLabel('Seller')).toHaveValue('Harbor Education AG');
  await admin.setViewportSize(PHONE);
  await expectNoSideScroll(admin);
});

test('a receipt keeps the title that the class had, on the screen as in its PDF file', async ({
  page,
  browser,
  baseURL,
}) => {
  const { teacher, admin, id } = await openShop(browser, baseURL, { title: 'Named before' });
  await registerAs(page, 'Rena Renamed');
  await openPayment(page, 'Named before');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await call(teacher, 'PUT', `/classes/${id}`, {
    ...CONTENT,
    title: 'Named afterward',
    price: 30,
  });
  await approveChange(teacher, admin, id);
  await page.goto('/dashboard/studentProf');
  await page.getByRole('link', { name: 'Receipt for Named afterward' }).click();
  const receipt = page.getByRole('article');
  await expect(receipt.getByText('Named before')).toBeVisible();
  await expect(receipt.getByText('Named afterward')).toHaveCount(0);
});

test('a problem with a payment is reported by the contact form, which names the payment', async ({
  page,
}) => {
  const email = newEmail();
  await registerWith(page, email);
  await openPayment(page, 'Poster studio');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await page.goto('/dashboard/studentProf');
  const link = page.getByRole('link', { name: 'Problem with this payment? Poster studio' });
  await link.click();
  const message = page.getByRole('textbox', { name: 'Message' });
  const proposed =
    /^I have a problem with this payment:\nClass: Poster studio.*\nDate: \w+ \d+, \d+\nReceipt: \S+\n\n$/;
  await expect(message).toHaveValue(proposed);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.goBack();
  await page.getByRole('link', { name: 'Receipt for Poster studio' }).click();
  await link.click();
  await expect(message).toHaveValue(proposed);
  await message.fill('I was charged twice.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Message Sent Successfully' })).toBeVisible();
  await expect(message).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.goto(`/contacts?message=${encodeURIComponent('<img src=x onerror="alert(1)">')}`);
  await expect(message).toHaveValue('<img src=x onerror="alert(1)">');
  await expectAccessible(page);
});

test('input typed before the billing details have loaded is kept', async ({ page }) => {
  await registerAs(page, 'Quick Typist');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/account/billing-details', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/dashboard/account');
  const name = page.getByLabel('Name or company');
  await name.fill('Quick GmbH');
  const answered = page.waitForResponse('**/account/billing-details');
  release();
  await answered;
  const save = page.getByRole('button', { name: 'Save billing details' });
  await expect(save).toBeEnabled();
  await expect(name).toHaveValue('Quick GmbH');
  await save.click();
  await expectAnnounced(page, 'Billing details saved');
  await page.reload();
  await expect(name).toHaveValue('Quick GmbH');
});

test('the payment form shows the name that the receipt will have, and keeps the card while that is changed', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await registerAs(page, 'Paula Private');
  await openPayment(page, 'Logo design workshop');
  const form = page.getByRole('region', { name: 'Payment' });
  await expect(form.getByText('The receipt will be made out to Paula Private.')).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  const opening = page.waitForEvent('popup');
  await form.getByRole('link', { name: 'Change billing details' }).click();
  const account = await opening;
  const name = account.getByLabel('Name or company');
  await expect(name).toBeInViewport();
  await name.fill('Paula GmbH');
  await account.getByRole('button', { name: 'Save billing details' }).click();
  await expectAnnounced(account, 'Billing details saved');
  await account.close();
  await comeBack(page, '/api/account/billing-details');
  await expect(form.getByText('The receipt will be made out to Paula GmbH.')).toBeVisible();
  await form.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);
});
