import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { DEFAULT_CURRENCY } from '#contract/currencies.ts';

/** Concurrency of the benchmarks. */
export const CONCURRENCY = 16;

export interface Purchase {
  intentId: string;
  transactionId: string;
  userId: string;
  classId: string;
  amount: number;
}

/** Creates buyers with one payment intent each, which the provider has charged, for classes that cannot be full. */
export const preparePurchases = async (pool: Pool, count: number): Promise<Purchase[]> => {
  const { rows: offers } = await pool.query<{ id: string; price: number }>(
    `select id, price from classes where status = 'approve' and price > 0 and seats is null order by id`,
  );
  const { rows: buyers } = await pool.query<{ id: string }>(
    `insert into users (name, email) select 'Buyer', 'buyer-' || gen_random_uuid() || '@example.test'
       from generate_series(1, $1) returning id`,
    [count],
  );
  const purchases = buyers.map(({ id }, index): Purchase => {
    const offer = offers[index % offers.length]!;
    const transactionId = `pi_bench_${randomUUID().replaceAll('-', '')}`;
    return { intentId: randomUUID(), transactionId, userId: id, classId: offer.id, amount: offer.price };
  });
  for (const { intentId, transactionId, userId, classId, amount } of purchases) {
    await pool.query(
      'insert into payment_intents (id, provider_id, user_id, class_id, amount, currency) values ($1, $2, $3, $4, $5, $6)',
      [intentId, transactionId, userId, classId, amount, DEFAULT_CURRENCY],
    );
  }
  return purchases;
};

/** A provider that responds immediately, because its time is not measured. */
export const createChargedProvider = (purchases: Purchase[]): Stripe => {
  const byId = new Map(purchases.map((purchase) => [purchase.transactionId, purchase]));
  return {
    paymentIntents: {
      retrieve: async (id: string) => {
        const { intentId, userId, classId, amount } = byId.get(id)!;
        return {
          id,
          amount,
          amount_received: amount,
          currency: DEFAULT_CURRENCY,
          status: 'succeeded',
          metadata: { intentId, userId, classId },
          latest_charge: { id: `ch_${id}`, amount, amount_refunded: 0, refunded: false, disputed: false },
        };
      },
    },
  } as unknown as Stripe;
};

/** Processes items with limited concurrency. @returns items per second */
export const inParallel = async <Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<number> => {
  const waiting = [...items];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let item = waiting.pop(); item; item = waiting.pop()) await work(item);
    }),
  );
  return (items.length / (performance.now() - start)) * 1_000;
};
