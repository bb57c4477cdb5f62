import type { Attention } from '#contract/attention.ts';
import type { World } from './world.ts';

/** The body that the refund dialog sends. */
export const refundBody = ({ price }: { price: number }, share: number): object => ({
  reason: 'Asked for',
  ...(share < 1 && { amount: Math.round(price * share) }),
});

/** All problems that need an admin. */
export const listAttention = async (world: World, shop = 0): Promise<Attention[]> => {
  const { status, body } = await world.asAdmin(shop, 'GET', '/payments/attention');
  return status === 200 ? (body as Attention[]) : [];
};

/** The transaction ids of payments that need attention. */
export const needingAttention = async (world: World): Promise<Set<string>> =>
  new Set((await listAttention(world)).map(({ transactionId }) => transactionId ?? ''));

/** Posts an admin's decision about a payment. @returns whether it succeeded */
export const decide = async (
  world: World,
  shop: number,
  path: string,
  body: object = { reason: 'Decided' },
): Promise<boolean> => (await world.asAdmin(shop, 'POST', `/payments/${path}`, body)).status === 200;
