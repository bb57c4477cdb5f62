import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numbersByYear, readDocuments } from '#tests/support/accounting.ts';
import { holdWebhooks, releaseWebhooks } from '#tests/support/payments.ts';
import { waitUntil } from '#tests/support/poll.ts';
import { Sale } from '#tests/support/sale.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let sale: Sale;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await holdWebhooks(app);
  await sale.renew();
});

const setSeller = async (seller: object) => {
  const { body } = await app.call('GET', '/site-settings', { token: sale.admin.token });
  return app.call('PUT', '/site-settings', {
    token: sale.admin.token,
    body: { seller: { ...body.seller, ...seller }, version: body.version as number },
  });
};
const setBilling = (person: TestUser, body: object) =>
  app.call('PUT', '/account/billing-details', { token: person.token, body });

/** The receipts of each year have all numbers from 1. @returns how many there are */
const expectNoGaps = async (kind = 'receipt') => {
  const years = await numbersByYear(app.pool, kind);
  for (const numbers of years) expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  return years.flat().length;
};

describe('the numbers of receipts', () => {
  it('have no gaps after twenty concurrent purchases, of which one was rolled back', async () => {
    const buyers = await Promise.all(Array.from({ length: 20 }, () => createStudent(app)));
    const unlucky = buyers[7]!;
    const paid = await Promise.all(buyers.map((buyer) => sale.payOnly(undefined, buyer)));
    // The transaction fails when the receipt already has its number.
    await app.pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin
        if new.user_id = (select id from users where email = '${unlucky.email}') then raise exception 'Injected'; end if;
        return new;
      end $$;
      create trigger fail before insert on notifications for each row execute function fail()`);
    const before = await expectNoGaps();
    const statuses = await Promise.all(
      paid.map(async (transactionId, index) => (await sale.record(transactionId, buyers[index])).status),
    );
    expect(statuses).toEqual(buyers.map((buyer) => (buyer === unlucky ? 500 : 200)));
    expect(await expectNoGaps()).toBe(before + 19);
    await app.pool.query('drop function fail cascade');
    expect((await sale.record(paid[7]!, unlucky)).status).toBe(200);
    expect(await expectNoGaps()).toBe(before + 20);
    for (const transactionId of paid) await sale.record(transactionId, buyers[paid.indexOf(transactionId)]);
    expect(await expectNoGaps()).toBe(before + 20);
  });

  it('restart each year', async () => {
    await sale.buy();
    const sell = async () => {
      const { transactionId } = await sale.buy(undefined, await createStudent(app));
      const { receiptNumber, date } = await sale.paymentOf(transactionId);
      return { receiptNumber, year: Number((date as string).slice(0, 4)) };
    };
    await app.pool.query(`
      update document_counters set year = year - 20;
      update accounting_documents
         set year = year - 20, number = replace(number, '-' || year || '-', '-' || year - 20 || '-')`);
    await sale.renew();
    const [first, second] = [await sell(), await sell()];
    expect(first.receiptNumber).toBe(`TEST-R-${first.year}-0001`);
    // The year may end between the two.
    const place = second.year === first.year ? '0002' : '0001';
    expect(second.receiptNumber).toBe(`TEST-R-${second.year}-${place}`);
  });

  it('are in the emails to buyers', async () => {
    const { transactionId } = await sale.buy();
    const { receiptNumber } = await sale.paymentOf(transactionId);
    expect(receiptNumber).toMatch(/^TEST-R-\d{4}-\d{4}$/);
    const { rows } = await app.pool.query<{ number: string }>(
      `select data->>'receiptNumber' as number from notifications n join users u on u.id = n.user_id
        where kind = 'receipt' and u.email = $1`,
      [sale.buyer.email],
    );
    expect(rows).toEqual([{ number: receiptNumber }]);
  });
});

describe('the content of a receipt', () => {
  it('does not change later', async () => {
    await setSeller({ name: 'Harbor AG', address: 'Quay 1\nZurich', taxNumber: 'CHE-1', taxRate: 8.1 });
    await setBilling(sale.buyer, { name: 'Buyer GmbH', address: 'Way 2', taxNumber: 'DE 2' });
    const { transactionId } = await sale.buy();
    const receipt = {
      kind: 'receipt',
      gross: 1950,
      tax: 146,
      tax_rate: 810,
      currency: 'usd',
      title: 'Woodworking for web developers',
      seller_name: 'Harbor AG',
      seller_address: 'Quay 1\nZurich',
      seller_tax_number: 'CHE-1',
      buyer_name: 'Buyer GmbH',
      buyer_email: sale.buyer.email,
      buyer_address: 'Way 2',
      buyer_tax_number: 'DE 2',
    };
    expect(await readDocuments(app.pool, transactionId)).toMatchObject([receipt]);
    await setSeller({ name: 'Other Ltd.', address: '', taxNumber: '', taxRate: 20 });
    await setBilling(sale.buyer, { name: '', address: '', taxNumber: '' });
    await app.pool.query("update classes set title = 'Renamed' where id = $1", [sale.classId]);
    await sale.act(`${(await sale.paymentOf(transactionId))._id}/sync`);
    expect(await readDocuments(app.pool, transactionId)).toMatchObject([receipt]);
    await setSeller({ name: '', taxRate: 0 });
  });

  it('is the company of the site and the name of the account without further details', async () => {
    const { transactionId } = await sale.buy();
    expect(await readDocuments(app.pool, transactionId)).toMatchObject([
      { seller_name: 'ClassHarbor Ltd.', buyer_name: sale.buyer.name, tax: 0, tax_rate: 0 },
    ]);
  });

  it.each([
    [19, 311],
    [7.7, 139],
    [25, 390],
    [99.99, 975],
    [0.01, 0],
  ])('includes tax at %d percent, rounded to the cent', async (taxRate, tax) => {
    await setSeller({ taxRate });
    const { transactionId } = await sale.buy();
    expect(await readDocuments(app.pool, transactionId)).toMatchObject([{ gross: 1950, tax }]);
    await setSeller({ taxRate: 0 });
  });

  it('is validated', async () => {
    for (const [field, value] of [
      ['taxRate', -1],
      ['taxRate', 100],
      ['taxRate', 8.123],
      ['taxRate', '8'],
      ['name', 'n'.repeat(151)],
      ['taxNumber', 'two\nlines'],
    ] as const) {
      const { status, body } = await setSeller({ [field]: value });
      expect(status, field).toBe(400);
      expect((body as { error: { fields: object } }).error.fields).toHaveProperty(`seller.${field}`);
    }
    expect((await setBilling(sale.buyer, { name: 'two\nlines', address: '', taxNumber: '' })).status).toBe(
      400,
    );
    expect((await setBilling(sale.buyer, { name: 'A', address: ' 1\r\n2 ', taxNumber: '' })).status).toBe(
      200,
    );
    const { body } = await app.call('GET', '/account/billing-details', { token: sale.buyer.token });
    expect(body).toEqual({ name: 'A', address: '1\n2', taxNumber: '' });
  });
});

describe('credit notes', () => {
  it('part refunds each have one, and their taxes add up to that of the receipt', async () => {
    await setSeller({ taxRate: 19 });
    const { transactionId, id } = await sale.buy();
    await setSeller({ taxRate: 7 });
    await sale.refund(id, 5);
    await sale.refund(id, 0.5);
    await sale.refund(id);
    expect(await readDocuments(app.pool, transactionId)).toMatchObject([
      { kind: 'receipt', gross: 1950, tax: 311, tax_rate: 1900 },
      { kind: 'credit note', gross: 500, tax: 80, tax_rate: 1900 },
      { kind: 'credit note', gross: 50, tax: 8, tax_rate: 1900 },
      { kind: 'credit note', gross: 1400, tax: 223, tax_rate: 1900 },
    ]);
    const { documents } = await sale.paymentOf(transactionId);
    expect(documents).toMatchObject([{ amount: 19.5 }, { amount: 5 }, { amount: 0.5 }, { amount: 14 }]);
    await expectNoGaps('credit note');
    await setSeller({ taxRate: 0 });
  });

  it('are canceled when the refund fails later, and issued again when it is paid by other means', async () => {
    const { transactionId, id } = await sale.buy('pm_card_refundFail');
    await sale.refund(id);
    await releaseWebhooks(app);
    await waitUntil(
      'the failure',
      async () => (await sale.paymentOf(transactionId)).state === 'refund failed',
    );
    const kinds = async () => (await readDocuments(app.pool, transactionId)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['receipt', 'credit note', 'cancellation']);
    await sale.act(`${id}/refund-settlement`, { reason: 'Sent by bank' });
    expect(await kinds()).toEqual(['receipt', 'credit note', 'cancellation', 'credit note']);
    await expectNoGaps('credit note');
    await expectNoGaps('cancellation');
  });

  it('a payment that cannot be delivered has a receipt and a credit note', async () => {
    const transactionId = await sale.payOnly();
    await sale.withdraw();
    expect((await sale.record(transactionId)).status).toBe(409);
    expect(await readDocuments(app.pool, transactionId)).toMatchObject([
      { kind: 'receipt', gross: 1950 },
      { kind: 'credit note', gross: 1950 },
    ]);
  });
});

describe('payments of earlier versions', () => {
  it('have documents in the order of their dates when the server has started', async () => {
    const refunded = await sale.buy();
    await sale.refund(refunded.id, 5);
    const last = await sale.buy(undefined, await createStudent(app));
    const live = await sale.buy(undefined, await createStudent(app));
    await app.pool.query(`
      delete from accounting_documents;
      delete from document_counters;
      update payments set paid_at = '2001-12-31T23:59:59Z', livemode = null where transaction_id = '${live.transactionId}';
      update payments set paid_at = '2001-12-31T23:59:59Z' where transaction_id = '${last.transactionId}';
      update payments set paid_at = '2001-01-01T00:00:00Z' where transaction_id = '${refunded.transactionId}';
      update refunds set created_at = '2002-01-01T00:00:00Z' where payment_id = '${refunded.id}'`);
    const other = await startTestServer(app.databaseUrl);
    await other.stop();
    const numbers = async (id: string) => (await readDocuments(app.pool, id)).map(({ number }) => number);
    expect(await numbers(refunded.transactionId)).toEqual(['TEST-R-2001-0001', 'TEST-C-2002-0001']);
    expect(await numbers(last.transactionId)).toEqual(['TEST-R-2001-0002']);
    expect(await numbers(live.transactionId)).toEqual(['R-2001-0001']);
    const { rows } = await app.pool.query(
      "select from payments where id not in (select payment_id from accounting_documents where kind = 'receipt')",
    );
    expect(rows).toEqual([]);
    await expectNoGaps();
  });
});
