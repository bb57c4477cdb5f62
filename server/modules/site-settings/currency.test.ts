import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SiteSettings } from '#contract/site-settings.ts';
import { isWaitingForLock, whileLocked } from '#tests/support/locks.ts';
import { holdWebhooks, openIntent } from '#tests/support/payments.ts';
import { Sale } from '#tests/support/sale.ts';
import { createStudent } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

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

const settings = async () =>
  (await app.call('GET', '/site-settings', { token: sale.admin.token })).body as SiteSettings;

const sellIn = async (currency: string) => {
  const { seller, version } = await settings();
  const body = { seller: { ...seller, currency }, version };
  return app.call('PUT', '/site-settings', { body, token: sale.admin.token });
};

/** Makes the site one that has not sold anything. */
const forgetSales = async () => {
  await app.pool.query('truncate payments cascade');
  await app.pool.query(`update payment_intents set state = 'canceled' where state = 'open'`);
};

const currenciesOfIntents = async (): Promise<string[]> => {
  const { rows } = await app.pool.query<{ currency: string }>(
    `select distinct currency from payment_intents where state = 'open'`,
  );
  return rows.map(({ currency }) => currency);
};

describe('the currency of a site', () => {
  it('cannot be changed once there is a payment', async () => {
    const { status, body } = await sellIn('eur');
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'currency_in_use', fields: { currency: expect.any(String) } });
    expect((await settings()).seller.currency).toBe('usd');
  });

  it('cannot be changed with test keys once there is a real payment', async () => {
    await app.pool.query('update payments set livemode = true');
    expect((await sellIn('eur')).body.error.code).toBe('currency_in_use');
  });

  it('cannot be changed while there is an open intent', async () => {
    await forgetSales();
    expect((await openIntent(app, sale.buyer, sale.offer)).status).toBe(200);
    expect((await sellIn('eur')).body.error.code).toBe('currency_in_use');
  });

  it.each(['jpy', 'EUR', '', 'xyz'])('is refused if it is not supported: %j', async (currency) => {
    expect((await sellIn(currency)).status).toBe(400);
  });

  it('applies to pages, payments, messages, totals and earnings from then on', async () => {
    await forgetSales();
    const home = async () => (await fetch(app.url)).text();
    expect(await home()).toMatch(/>\d+\$</);
    expect((await sellIn('eur')).status).toBe(200);
    expect(await home()).toMatch(/>\d+€</);
    expect(await home()).not.toMatch(/>\d+\$</);
    const { transactionId, id } = await sale.buy();
    const payment = await sale.paymentOf(transactionId);
    expect(payment).toMatchObject({ price: 19.5, currency: 'eur' });
    expect((await sale.refund(id, 4.5)).status).toBe(200);
    const notifications = await app.call('GET', '/notifications', { token: sale.buyer.token });
    expect(JSON.stringify(notifications.body)).toContain('4.50€');
    const { body: totals } = await app.call('GET', '/payments/totals', { token: sale.admin.token });
    expect(totals.total).toMatchObject({ count: 1, amount: 19.5, refunded: 4.5 });
    const { body: earnings } = await app.call('GET', '/earnings', { token: sale.teacher.token });
    expect(earnings[0]).toMatchObject({ classId: sale.classId, amount: 19.5 });
  });

  it('is not changed under a buyer: a price that was shown in another one is refused', async () => {
    await forgetSales();
    const openAs = (currency?: string) =>
      app.call('POST', `/create-payment-intent/${sale.classId}`, {
        body: { price: 1_950, currency },
        token: sale.buyer.token,
      });
    expect((await sellIn('usd')).status).toBe(200);
    expect((await sellIn('gbp')).status).toBe(200);
    const refused = await openAs('usd');
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'price_changed', price: 19.5, currency: 'gbp' });
    expect(await currenciesOfIntents()).toEqual([]);
    expect((await openAs('xyz')).body.error.fields).toHaveProperty('currency');
    for (const currency of ['gbp', undefined]) expect((await openAs(currency)).status).toBe(200);
    expect((await openAs('usd')).body.error.code).toBe('price_changed');
  });

  it('is the one that the buyer was shown, even if it changes while their intent is opened', async () => {
    await forgetSales();
    expect((await settings()).seller.currency).toBe('gbp');
    const { opening } = await whileLocked(app.pool, async (changing) => {
      await changing.query('lock table payment_intents in share mode');
      const body = { price: 1_950, currency: 'gbp' };
      const opening = app.call('POST', `/create-payment-intent/${sale.classId}`, {
        body,
        token: sale.buyer.token,
      });
      await expect.poll(() => isWaitingForLock(app.pool)).toBe(true);
      await changing.query(`update site_settings set currency = 'eur'`);
      return { opening };
    });
    expect((await opening).body.error).toMatchObject({ code: 'price_changed', currency: 'eur' });
    expect(await currenciesOfIntents()).toEqual([]);
  });

  it('determines the minimum card payment', async () => {
    await forgetSales();
    expect((await sellIn('czk')).status).toBe(200);
    await app.pool.query('update classes set price = 1499 where id = $1', [sale.classId]);
    const little = await openIntent(app, sale.buyer, { _id: sale.classId, price: 14.99 });
    expect(little.body.error.code).toBe('price_not_payable');
    const offer = { title: 'Tapestry', description: 'From the warp to the weft', image: '/favicon.svg' };
    const update = async (body: object) =>
      (await app.call('PUT', `/classes/${sale.classId}`, { body, token: sale.teacher.token })).body;
    expect(await update({ ...offer, price: 14.98 })).toMatchObject({
      error: { fields: { price: 'Enter at least 15\u00A0Kč, or 0 for a free class' } },
    });
    expect(await update({ ...offer, price: 14.99 })).toEqual({ modifiedCount: 1 });
    await app.pool.query('update classes set price = 1500 where id = $1', [sale.classId]);
    expect((await openIntent(app, sale.buyer, { _id: sale.classId, price: 15 })).status).toBe(200);
  });

  it('is that of every open intent, even of those opened while it changes', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => createStudent(app)));
    for (const currency of ['usd', 'eur', 'usd', 'eur', 'usd', 'eur']) {
      await forgetSales();
      const [changed] = await Promise.all([
        sellIn(currency),
        ...buyers.map((buyer) => openIntent(app, buyer, sale.offer)),
      ]);
      expect([200, 409]).toContain(changed.status);
      const { seller } = await settings();
      expect(await currenciesOfIntents()).toEqual([seller.currency]);
    }
  });
});
