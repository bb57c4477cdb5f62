import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { readZip } from '#tests/support/documents.ts';
import { phonePhoto } from '#tests/support/pictures.ts';
import { chooseFiles, press } from './keyboard.ts';
import type { SampleAccount } from '#tests/support/sample-account.ts';
import { call, publish } from './purchases.ts';
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoSideScroll,
  PHONE,
  setTheme,
  test,
  openPage,
} from './fixtures.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: PDF });
const text = (name: string, content = 'Notes') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await phonePhoto(120, 90) });

interface Course {
  teacher: Page;
  student: Page;
  classId: string;
}

/** A class with an assignment, with its teacher and the sample student enrolled. */
const openCourse = async (browser: Browser, baseURL: string): Promise<Course> => {
  const open = (account: SampleAccount) => openPage(browser, baseURL, account);
  const admin = await open('Admin');
  const teacher = await open('Teacher');
  const student = await open('User');
  const classId = await publish(teacher, admin, { title: 'Essays', price: 0 });
  await call(teacher, 'PATCH', `/classes/${classId}/assignments`, {
    title: 'An essay',
    description: 'Two pages.',
    marks: 10,
    date: '2040-06-30',
  });
  await call(student, 'POST', `/classes/${classId}/enrollment`);
  return { teacher, student, classId };
};

const openDialog = async (student: Page, classId: string) => {
  await student.goto(`/dashboard/myAssignmentTasks/${classId}`);
  await student.getByRole('button', { name: /^Submit/ }).click();
  return student.getByRole('dialog', { name: 'An essay' });
};

test('a student submits files on a phone, and the teacher downloads them', async ({ browser, baseURL }) => {
  const { teacher, student, classId } = await openCourse(browser, baseURL!);
  await student.setViewportSize(PHONE);
  const dialog = await openDialog(student, classId);
  const files = [pdf('essay.pdf'), text('notes.txt'), await photo('desk.jpg'), text('old.txt')];
  await chooseFiles(student, dialog.getByLabel('Add files'), files);
  await expect(dialog.getByText(/uploaded/)).toHaveCount(4);
  await press(student, dialog.getByRole('button', { name: 'Remove old.txt' }));
  await expectAccessible(student);
  await expectNoSideScroll(student);
  await press(student, dialog.getByRole('button', { name: 'Submit' }));

  // The confirmation of the submission.
  const own = student.getByRole('region', { name: 'Your work' });
  await expect(own.getByText(/^Submitted on/)).toBeVisible();
  await expect(own.getByRole('listitem')).toHaveText([/essay\.pdf/, /notes\.txt/, /desk\.jpg/]);
  await expectAccessible(student);
  await expectNoSideScroll(student);
  const ownDownload = student.waitForEvent('download');
  await own.getByRole('button', { name: 'Download essay.pdf' }).click();
  expect((await ownDownload).suggestedFilename()).toBe('essay.pdf');

  await teacher.setViewportSize(DESKTOP);
  await setTheme(teacher, 'dark');
  await teacher.goto(`/dashboard/teacherClassTask/${classId}`);
  await expect(teacher.getByText('3 files')).toBeVisible();
  await expectAccessible(teacher);
  const all = teacher.waitForEvent('download');
  await teacher.getByRole('button', { name: 'Download all (ZIP)' }).click();
  const archive = await all;
  expect(archive.suggestedFilename()).toBe('Essays - submissions.zip');
  const entries = readZip(await readFile(await archive.path()));
  expect(Object.keys(entries).map((path) => path.split('/')[1])).toEqual([
    'submission.txt',
    'essay.pdf',
    'notes.txt',
    'desk.jpg',
  ]);
  await teacher.getByRole('button', { name: /^Grade submission/ }).click();
  const shown = teacher.getByRole('dialog').getByRole('img', { name: 'desk.jpg' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const download = teacher.waitForEvent('download');
  await teacher.getByRole('button', { name: 'Download essay.pdf' }).click();
  expect(await readFile(await (await download).path())).toEqual(PDF);
  await expectAccessible(teacher);
});

test('files are dropped and pasted, and those that cannot be used say why', async ({ browser, baseURL }) => {
  const { student, classId } = await openCourse(browser, baseURL!);
  const dialog = await openDialog(student, classId);
  const zone = dialog.getByRole('group', { name: 'Files' });
  const give = (kind: 'drop' | 'paste', names: string[]) =>
    zone.evaluate(
      (element, [how, given]) => {
        const transfer = new DataTransfer();
        for (const name of given) transfer.items.add(new File(['Notes'], name, { type: 'text/plain' }));
        const init = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          how === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
        );
      },
      [kind, names] as const,
    );
  await give('drop', ['dropped.txt']);
  await give('paste', ['pasted.txt']);
  await expect(dialog.getByText(/uploaded/)).toHaveCount(2);

  await dialog.getByLabel('Add files').setInputFiles([
    { name: 'tool.exe', mimeType: 'application/pdf', buffer: Buffer.from('4d5a9000030000000400', 'hex') },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ]);
  await expect(dialog.getByText('This file is empty.')).toBeVisible();
  await expect(dialog.getByText(/^This file is not a PDF, a ZIP/)).toBeVisible();
  // Neither would be accepted later.
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  // High enough for the whole dialog: the bar with its buttons covers what is scrolled behind it.
  await student.setViewportSize({ width: 1280, height: 1200 });
  await expectAccessible(student);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText(/^Some files could not be uploaded/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove tool.exe' }).click();
  await dialog.getByRole('button', { name: 'Remove empty.txt' }).click();
  await expect(dialog.getByText(/^Some files could not be uploaded/)).toHaveCount(0);
  await give(
    'drop',
    Array.from({ length: 9 }, (_, index) => `${index}.txt`),
  );
  const tooMany = dialog.getByText('You can add 10 files at most. The others were left out.');
  await expect(tooMany).toBeVisible();
  await expect(dialog.getByText(/uploaded/)).toHaveCount(10);
  await expect(dialog.getByLabel('Add files')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Remove 0.txt' }).click();
  await expect(tooMany).toHaveCount(0);
});

test('an upload resumes after a lost connection, and a canceled upload is removed', async ({
  browser,
  baseURL,
}) => {
  const { student, classId } = await openCourse(browser, baseURL!);
  const dialog = await openDialog(student, classId);
  let isHeld = true;
  let lost = 0;
  await student.route('**/api/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH' || !isHeld) return route.continue();
    lost += 1;
    return route.abort();
  });
  await dialog.getByLabel('Add files').setInputFiles([text('lost.txt'), text('cancelled.txt')]);
  await expect(dialog.getByRole('progressbar', { name: 'Upload of lost.txt' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel upload of cancelled.txt' }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Please wait until your files are uploaded.')).toBeVisible();
  await expect.poll(() => lost).toBeGreaterThan(1);
  const row = dialog.getByRole('listitem').filter({ hasText: 'lost.txt' });
  await expect(row.getByRole('status')).toHaveText('Waiting to continue…');
  await expectAccessible(student);
  isHeld = false;
  // The next attempt may come half a minute after the last one.
  await expect(dialog.getByText(/uploaded$/)).toHaveCount(1, { timeout: 45_000 });
  await expect(dialog.getByText('Please wait until your files are uploaded.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  const own = student.getByRole('region', { name: 'Your work' });
  await expect(own.getByRole('listitem')).toHaveText([/lost\.txt/]);
});
