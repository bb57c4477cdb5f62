import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import { formatCode } from '#contract/certificate-text.ts';
import { sharp } from '#server/pictures/sharp.ts';
import { Course } from '#tests/support/certificates.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const BRAND = {
  ...DEFAULT_BRAND,
  logoFirst: 'North',
  logoSecond: 'Quay',
  company: 'North Quay <& Söhne>',
  accent: '#7a1f5c',
};

let app: TestApp;
let course: Course;

beforeAll(async () => {
  app = await startTestApp();
  course = await Course.create(app);
  await app.call('PUT', '/site-settings', { token: course.admin.token, body: { brand: BRAND, version: 0 } });
});
afterAll(() => app.close());
beforeEach(() => course.renew());

const graduate = async () => {
  const student = await course.enroll();
  await course.finishLessons(student);
  await course.mark(await course.submit(student), 7);
  return { student, code: (await course.certificateProgress(student)).code! };
};

const get = (code: string, file: 'pdf' | 'picture') => fetch(`${app.url}/api/certificates/${code}/${file}`);

const readPdf = async (code: string) => {
  const response = await get(code, 'pdf');
  expect(response.status).toBe(200);
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return { response, text, pages: pdf.numPages };
};

/** The picture of a certificate, as the bytes of its pixels. */
const readPicture = async (code: string) => {
  const response = await get(code, 'picture');
  expect(response.status).toBe(200);
  const png = Buffer.from(await response.arrayBuffer());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { response, png, data, info };
};

/** Whether a color is in a picture. */
const has = ({ data }: { data: Buffer }, color: string): boolean => {
  const wanted = Buffer.from(color.slice(1), 'hex');
  for (let at = data.indexOf(wanted); at >= 0; at = data.indexOf(wanted, at + 1)) {
    if (at % 3 === 0) return true;
  }
  return false;
};

describe('GET /certificates/{code}/pdf', () => {
  it('has the content of the page, in the brand of the site', async () => {
    const { student, code } = await graduate();
    const { response, text, pages } = await readPdf(code);
    expect(pages).toBe(1);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="certificate-${code}.pdf"`,
    );
    for (const words of [
      'NorthQuay',
      'Certificate of completion',
      student.name,
      'Woodworking for web developers',
      `Taught by ${course.teacher.name}`,
      'Completed all 2 lessons and passed the assignment “A chair”',
      'Issued by North Quay <& Söhne> on',
      `Certificate ${formatCode(code)}`,
      `/certificate/${code}`,
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('withdrawn');
    expect(text).not.toContain('@');
    expect((await readPdf(formatCode(code).toLowerCase())).text).toBe(text);
  });

  it('has the longest texts on one page', async () => {
    await course.renew({ assignment: false });
    await course.setAssignment({ title: 'W'.repeat(150) });
    const { student, code } = await graduate();
    await app.pool.query('update users set name = $1 where email = $2', ['Ж'.repeat(100), student.email]);
    await app.pool.query('update certificates set title = $1 where code = $2', ['M'.repeat(150), code]);
    expect((await readPdf(code)).pages).toBe(1);
    await app.pool.query('update certificates set ended_at = now() where code = $1', [code]);
    expect((await readPdf(code)).pages).toBe(1);
    await readPicture(code);
  });
});

describe('GET /certificates/{code}/picture', () => {
  it('is a picture for link previews in the accent color of the site', async () => {
    const { student, code } = await graduate();
    const picture = await readPicture(code);
    expect(picture.response.headers.get('content-type')).toBe('image/png');
    expect(picture.response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(picture.response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(picture.info).toMatchObject({ width: 1_200, height: 630 });
    expect(has(picture, BRAND.accent)).toBe(true);
    expect((await readPicture(code)).png.equals(picture.png)).toBe(true);
    await app.pool.query('update users set name = $1 where email = $2', ['Ada </g> 山田 🎓', student.email]);
    expect((await readPicture(code)).png.equals(picture.png)).toBe(false);
  });
});

describe('the files of a certificate', () => {
  it('are marked as withdrawn with it, and become valid again with it', async () => {
    const { student, code } = await graduate();
    const before = await readPicture(code);
    await course.refund(student.transactionId);
    expect((await readPdf(code)).text).toMatch(/This certificate was withdrawn on .*It is no longer valid\./);
    const after = await readPicture(code);
    expect(has(before, '#b3261e')).toBe(false);
    expect(has(after, '#b3261e')).toBe(true);
  });

  it('do not exist for an unknown code', async () => {
    for (const file of ['pdf', 'picture'] as const) {
      expect((await get('0'.repeat(24), file)).status).toBe(404);
      expect((await get('x', file)).status).toBe(400);
    }
  });
});
