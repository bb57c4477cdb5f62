import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { checkBooks } from '#server/modules/payments/books/check-books.ts';
import { openDatabase, type DatabaseConnection } from '#server/database/client.ts';
import { holdWebhooks } from '#tests/support/payments.ts';
import { Sale } from '#tests/support/sale.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let sale: Sale;
let database: DatabaseConnection;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
  database = await openDatabase(app.databaseUrl, () => undefined);
  await app.call('PUT', '/site-settings', {
    token: sale.admin.token,
    body: { seller: { name: '', address: '', taxNumber: '', taxRate: 19, currency: 'usd' }, version: 0 },
  });
});
afterAll(async () => {
  await database.close();
  await app.close();
});
beforeEach(async () => {
  await holdWebhooks(app);
  await sale.renew();
});

const exportMonth = async (month: string) => {
  const response = await fetch(`${app.url}/api/exports/documents.csv?month=${month}`, {
    headers: { authorization: `Bearer ${sale.admin.token}` },
  });
  const text = await response.text();
  return {
    status: response.status,
    name: response.headers.get('content-disposition'),
    lines: text.split('\r\n'),
  };
};

describe('GET /exports/documents.csv', () => {
  it('has the documents of a month, credit notes with negative amounts, and no formulas', async () => {
    await app.call('PUT', '/account/billing-details', {
      token: sale.buyer.token,
      body: { name: '=cmd|calc', address: 'Way 1\nBerlin', taxNumber: '+49' },
    });
    const { transactionId, id } = await sale.buy();
    await sale.refund(id, 5);
    await app.pool.query(
      `update accounting_documents
          set issued_at = case kind when 'receipt' then $2 else $3 end::timestamptz
        where payment_id = $1`,
      [id, '2024-02-01T00:00:00Z', '2024-02-29T23:59:59.999Z'],
    );
    const { status, name, lines } = await exportMonth('2024-02');
    expect(status).toBe(200);
    expect(name).toBe('attachment; filename="receipts-2024-02.csv"');
    expect(lines[0]).toContain('"number","date","kind","buyer","email","address","tax number","class","net"');
    const own = lines.filter((line) => line.includes(transactionId));
    expect(own).toHaveLength(2);
    expect(own[0]).toMatch(/^"TEST-R-\d{4}-\d{4}","2024-02-01","receipt","'=cmd\|calc"/);
    expect(own[0]).toContain('"Way 1 Berlin","\'+49","Woodworking for web developers"');
    expect(own[0]).toContain(`"16.39","19","3.11","19.5","usd","${transactionId}"`);
    expect(own[1]).toContain('"2024-02-29","credit note"');
    expect(own[1]).toContain(`"-4.2","19","-0.8","-5","usd","${transactionId}"`);
  });

  it('excludes other months, and refuses an invalid month', async () => {
    expect((await exportMonth('2001-01')).lines).toHaveLength(2);
    for (const month of ['', '2026', '2026-13', '2026-1', "2026-01'"])
      expect((await exportMonth(month)).status, month).toBe(400);
  });
});

describe('check:books', () => {
  const findings = () => checkBooks(database.db, createStripe(cardSandboxSettings(app.url, TEST_SECRET)));

  it('finds a payment without a receipt, a refund without a credit note, and gaps', async () => {
    const first = await sale.buy();
    await sale.refund(first.id, 5);
    const about = async () => (await findings()).filter((line) => /receipt|credit note|gaps/.test(line));
    expect(await about()).toEqual([]);
    const taken = await app.pool.query(
      "delete from accounting_documents where payment_id = $1 and kind = 'credit note' returning *",
      [first.id],
    );
    expect(taken.rowCount).toBe(1);
    expect((await about()).sort()).toEqual([
      `Payment ${first.transactionId}: has credit notes that differ from its refunds`,
      expect.stringMatching(/^The numbers of test credit notes of \d{4} have gaps: the last is/),
    ]);
    await app.pool.query('delete from accounting_documents where payment_id = $1', [first.id]);
    expect(await about()).toContain(`Payment ${first.transactionId}: has no receipt`);
  });
});
