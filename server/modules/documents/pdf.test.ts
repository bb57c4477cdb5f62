import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentEntry } from '#contract/documents.ts';
import { holdWebhooks } from '#tests/support/payments.ts';
import { Sale } from '#tests/support/sale.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let sale: Sale;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
  await app.call('PUT', '/site-settings', {
    token: sale.admin.token,
    body: {
      seller: {
        name: 'Harbor Zürich AG',
        address: 'Quay 1\n8001 Zürich',
        taxNumber: 'CHE-123',
        taxRate: 8.1,
        currency: 'usd',
      },
      version: 0,
    },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await holdWebhooks(app);
  await sale.renew();
});

const documentsOf = async (transactionId: string): Promise<DocumentEntry[]> =>
  (await sale.paymentOf(transactionId)).documents as DocumentEntry[];

const download = (id: string, by: TestUser): Promise<Response> =>
  fetch(`${app.url}/api/documents/${id}`, { headers: { authorization: `Bearer ${by.token}` } });

/** The text of a document, and how many pages it has. */
const read = async (id: string, by = sale.buyer) => {
  const response = await download(id, by);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return { text, pages: pdf.numPages, title: (await getMeta(pdf)).info.Title as string, response };
};

describe('GET /documents/{id}', () => {
  it('is the receipt as a PDF file, with everything that an accountant needs', async () => {
    await app.call('PUT', '/account/billing-details', {
      token: sale.buyer.token,
      body: { name: 'Łukasz Müller Γιώργος Иван', address: 'Weg 2\n10115 Berlin', taxNumber: 'DE 2' },
    });
    const { transactionId } = await sale.buy();
    const [receipt] = await documentsOf(transactionId);
    const { text, pages, title, response } = await read(receipt!._id);
    expect(pages).toBe(1);
    expect(title).toBe(`Receipt ${receipt!.number}`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${receipt!.number}.pdf"`);
    for (const words of [
      `Receipt ${receipt!.number}`,
      'Harbor Zürich AG',
      '8001 Zürich',
      'Tax number: CHE-123',
      'Łukasz Müller Γιώργος Иван',
      '10115 Berlin',
      'Tax number: DE 2',
      sale.buyer.email,
      transactionId,
      'Woodworking for web developers',
      '19.50 USD',
      'Tax 8.1%, included',
      '1.46 USD',
      '18.04 USD',
    ])
      expect(text).toContain(words);
    expect((await read(receipt!._id, sale.admin)).text).toBe(text);
  });

  it('is the credit note of a part refund', async () => {
    const { transactionId, id } = await sale.buy();
    await sale.refund(id, 5);
    const [receipt, note] = await documentsOf(transactionId);
    const { text } = await read(note!._id);
    expect(text).toContain(`Credit note ${note!.number}`);
    expect(text).toContain(receipt!.number);
    expect(text).toContain('5.00 USD');
    expect(text).toContain('0.37 USD');
  });

  it('is only for the payer and admins', async () => {
    const { transactionId } = await sale.buy();
    const [receipt] = await documentsOf(transactionId);
    expect((await download(receipt!._id, sale.teacher)).status).toBe(403);
    expect((await download(receipt!._id, await createStudent(app))).status).toBe(403);
    expect((await fetch(`${app.url}/api/documents/${receipt!._id}`)).status).toBe(401);
    expect((await download('00000000-0000-4000-8000-000000000000', sale.admin)).status).toBe(404);
  });

  it.each([
    ['several scripts', 'Ada 山田 🎓 김민준', 'Ada 山田 김민준'],
    ['a script that no font has', 'ᚠᚢ Ada', '?? Ada'],
    ['letters of two characters', 'Zoe\u0308', 'Zoë'],
    ['the longest name', 'W'.repeat(150), 'WWWWW'],
  ])('has names in %s', async (_what, name, shown) => {
    await app.call('PUT', '/account/billing-details', {
      token: sale.buyer.token,
      body: { name, address: 'Line\n'.repeat(90), taxNumber: '' },
    });
    const { transactionId } = await sale.buy();
    const [receipt] = await documentsOf(transactionId);
    const { text } = await read(receipt!._id);
    expect(text).toContain(shown);
    expect(text).toContain('19.50 USD');
  });
});
