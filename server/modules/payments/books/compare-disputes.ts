import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { isLive, REPEATED } from '../../../stripe/client.ts';
import { listPages, PAGE_SIZE } from '../../../stripe/list-pages.ts';
import { idBeforeIdsOf } from '../disputes/disputes.repository.ts';
import { transactionOf } from '../disputes/disputes.ts';
import type { PaymentContext } from '../context.ts';
import { ofMode } from '../of-mode.ts';

/** A dispute of the provider, with its status in the books, null if it is not there. */
interface BookedDispute {
  disputeId: string;
  transactionId: string;
  status: string | null;
}

/** The books' entries for disputes. Those over payments that are not in the books are not included. */
const readBookedDisputes = async (
  { db, stripe }: PaymentContext,
  disputes: Stripe.Dispute[],
): Promise<BookedDispute[]> => {
  const { rows } = await db.execute<BookedDispute & Record<string, unknown>>(sql`
    select given.id as "disputeId", p.transaction_id as "transactionId", d.status
      from unnest(${sql.param(disputes.map(({ id }) => id))}::text[],
                  ${sql.param(disputes.map(transactionOf))}::text[]) as given (id, transaction_id)
      join payments p on p.transaction_id = given.transaction_id and ${ofMode(isLive(stripe), sql`p.livemode`)}
      left join disputes d on d.id in (given.id, ${idBeforeIdsOf(sql`given.transaction_id`)})`);
  return rows;
};

interface DisputeError {
  transactionId: string;
  problem: string;
}

const compareDisputes = async (
  context: PaymentContext,
  disputes: Stripe.Dispute[],
): Promise<DisputeError[]> => {
  const atProvider = new Map(disputes.map(({ id, status }) => [id, status]));
  const books = await readBookedDisputes(context, disputes);
  return books
    .filter(({ disputeId, status }) => status !== atProvider.get(disputeId))
    .map(({ disputeId, transactionId, status }) => ({
      transactionId,
      problem: `its dispute is "${atProvider.get(disputeId)}" at the provider, "${status ?? 'none'}" in the books`,
    }));
};

/**
 * The differences between the provider's disputes and the books, in pages. A dispute is missing if all its events were
 * lost.
 */
export async function* findDisputeErrors(context: PaymentContext): AsyncGenerator<DisputeError[]> {
  const { disputes } = context.stripe;
  for await (const page of listPages((range) => disputes.list(range, REPEATED)))
    yield await compareDisputes(context, page);
}

/** The differences for one transaction. */
export const findDisputeErrorsOf = async (
  context: PaymentContext,
  transactionId: string,
): Promise<DisputeError[]> => {
  const { data } = await context.stripe.disputes.list({ payment_intent: transactionId, limit: PAGE_SIZE });
  return compareDisputes(context, data);
};
