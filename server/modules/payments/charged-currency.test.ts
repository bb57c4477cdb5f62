import type Stripe from 'stripe';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { createStripe } from '#server/stripe/client.ts';
import { holdWebhooks } from '#tests/support/payments.ts';
import { expectRefunded } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let sale: Sale;
let stripe: Stripe;

beforeAll(async () => {
  app = await startTestApp();
  sale = await Sale.create(app);
  stripe = createStripe(cardSandboxSettings(app.url, TEST_SECRET));
});
afterAll(() => app.close());
beforeEach(async () => {
  await holdWebhooks(app);
  await sale.renew();
});

/** Pays 1950 minor units of a currency to which the intent was changed at the provider. */
const payIn = async (currency: string): Promise<string> => {
  const transactionId = await sale.payOnly();
  await app.pool.query(
    `update card_sandbox.objects set body = jsonb_set(body, '{currency}', to_jsonb($2::text))
      where id = $1 or body->>'payment_intent' = $1`,
    [transactionId, currency],
  );
  return transactionId;
};

const textOf = async (documentId: string): Promise<string> => {
  const response = await fetch(`${app.url}/api/documents/${documentId}`, {
    headers: { authorization: `Bearer ${sale.buyer.token}` },
  });
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text;
};

const exported = async (path: string, transactionId: string): Promise<string | undefined> => {
  const { body } = await app.call('GET', path, { token: sale.admin.token });
  const row = (body as string).split('\n').find((line) => line.includes(transactionId));
  return row?.replaceAll('"', '');
};

it.each([
  { currency: 'jpy', amount: 1950, onPaper: '1,950 JPY', inWords: '1,950\u00A0JPY', inCsv: '1950,jpy' },
  { currency: 'kwd', amount: 1.95, onPaper: '1.950 KWD', inWords: '1.95\u00A0KWD', inCsv: '1.950,kwd' },
  { currency: 'eur', amount: 19.5, onPaper: '19.50 EUR', inWords: '19.50€', inCsv: '19.50,eur' },
])(
  'a charge in $currency is refunded, and every document and text has the amount that was charged',
  async (charged) => {
    const { currency, amount, onPaper, inWords, inCsv } = charged;
    const transactionId = await payIn(currency);
    expect((await sale.record(transactionId)).body.error.code).toBe('payment_refunded');
    await expectRefunded({ sale, stripe }, transactionId, /did not match/);

    const payment = await sale.paymentOf(transactionId);
    expect(payment).toMatchObject({ price: amount, refunded: amount, refundable: 0, currency });
    expect(payment.refunds).toMatchObject([{ amount }]);
    expect(payment.documents).toMatchObject([
      { kind: 'receipt', amount },
      { kind: 'credit note', amount },
    ]);
    for (const { _id } of payment.documents as { _id: string }[])
      expect(await textOf(_id)).toContain(onPaper);
    expect(await exported('/exports/payments.csv', transactionId)).toContain(inCsv);
    const month = (payment.date as string).slice(0, 7);
    expect(await exported(`/exports/documents.csv?month=${month}`, transactionId)).toContain(
      `${amount},${currency}`,
    );
    const { body } = await app.call('GET', '/notifications', { token: sale.buyer.token });
    expect((body as { kind: string; text: string }[]).find(({ kind }) => kind === 'refund')!.text).toContain(
      inWords,
    );
  },
);

it('a part of a charge in a currency without decimals is refunded in whole units only', async () => {
  const transactionId = await sale.payOnly();
  await sale.record(transactionId);
  const { _id: id } = await sale.paymentOf(transactionId);
  await app.pool.query(`update payments set currency = 'jpy' where id = $1`, [id]);
  const refund = (amount: number) =>
    app.call('POST', `/payments/${id}/refund`, {
      body: { reason: 'As you asked', amount },
      token: sale.admin.token,
    });
  expect(await refund(0.4)).toMatchObject({
    status: 400,
    body: { error: { fields: { amount: 'Amounts in JPY have no decimal places' } } },
  });
  expect((await refund(1951)).body.error.fields.amount).toBe('At most 1,950\u00A0JPY can be refunded');
  expect((await refund(50)).status).toBe(200);
  expect(await sale.paymentOf(transactionId)).toMatchObject({ refunded: 50, refundable: 1900 });
});
