import type { Attention } from '#contract/attention.ts';
import type { World } from './world.ts';

/** What the refund dialog sends. */
export const refundBody = ({ price }: { price: number }, share: number): object => ({
  reason: 'Asked for',
  ...(share < 1 && { amount: Math.round(price * share) }),
});

/** Everything that an admin is told to see to. */
export const listAttention = async (world: World, shop = 0): Promise<Attention[]> => {
  const { status, body } = await world.asAdmin(shop, 'GET', '/payments/attention');
  return status === 200 ? (body as Attention[]) : [];
};

/** The transaction ids of the payments that somebody has to look at. */
export const needingAttention = async (world: World): Promise<Set<string>> =>
  new Set((await listAttention(world)).map(({ transactionId }) => transactionId ?? ''));

/** Posts what an admin decides about a payment. @returns whether that is done */
export const decide = async (
  world: World,
  shop: number,
  path: string,
  body: object = { reason: 'Decided' },
): Promise<boolean> => (await world.asAdmin(shop, 'POST', `/payments/${path}`, body)).status === 200;
