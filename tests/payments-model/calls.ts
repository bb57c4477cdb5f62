import type { World } from './world.ts';

/** What the refund dialog sends. */
export const refundBody = ({ price }: { price: number }, share: number): object => ({
  reason: 'Asked for',
  ...(share < 1 && { amount: Math.round(price * share) }),
});

/** What an admin decides about an enrollment whose payment was lost in a dispute. */
export const decideDispute = async (
  world: World,
  paymentId: string,
  decision: 'end' | 'keep',
  shop: number,
): Promise<void> => {
  await world.asAdmin(shop, 'POST', `/payments/${paymentId}/dispute`, { decision });
};

/** The transaction ids of the payments that somebody has to look at. */
export const needingAttention = async (world: World): Promise<Set<string>> => {
  const listed = new Set<string>();
  for (const state of ['refund failed', 'disputed']) {
    const { body } = await world.asAdmin(0, 'GET', `/payments?state=${encodeURIComponent(state)}&limit=100`);
    for (const { transactionId } of body as { transactionId: string }[]) listed.add(transactionId);
  }
  return listed;
};
