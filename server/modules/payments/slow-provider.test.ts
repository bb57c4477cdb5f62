import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStudent } from '#tests/support/users.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';

let setting: Shop;

beforeAll(async () => {
  setting = await startShop();
});
afterAll(() => setting.close());

describe('a slow provider', () => {
  it('does not stop the shop, however many refunds are reported meanwhile', async () => {
    const bought: string[] = [];
    const { shop, stripe, proxy } = setting;
    const ada = await createStudent(shop);
    for (const offer of (await shop.call('GET', '/classes?sort=price&limit=3')).body) {
      const transactionId = await setting.payAt(ada, offer);
      await shop.call('POST', '/payments', { body: { transactionId }, token: ada.token });
      await stripe.refunds.create({ payment_intent: transactionId, amount: 100 });
      bought.push(transactionId);
    }
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let waiting = 0;
    proxy.intercept = async () => {
      waiting += 1;
      await released;
      return undefined;
    };
    const events = Array.from({ length: 24 }, (_, index) =>
      setting.sendEvent('charge.refunded', {
        id: 'ch_slow',
        object: 'charge',
        payment_intent: bought[index % bought.length]!,
      }),
    );
    await expect.poll(() => waiting).toBeGreaterThan(10);
    expect((await shop.call('GET', '/readyz')).status).toBe(200);
    expect((await shop.call('GET', '/payments/own', { token: ada.token })).status).toBe(200);
    release();
    for (const { status } of await Promise.all(events)) expect([200, 502]).toContain(status);
    const { body } = await shop.call('GET', '/payments/own', { token: ada.token });
    expect(body.map(({ refunded }: { refunded: number }) => refunded)).toEqual([1, 1, 1]);
  });
});
