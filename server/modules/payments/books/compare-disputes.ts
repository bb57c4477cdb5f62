import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../../database/client.ts';
import { isLive, REPEATED } from '../../../stripe/client.ts';
import { listPages, PAGE_SIZE } from '../../../stripe/list-pages.ts';
import { transactionOf } from '../disputes/disputes.ts';
import { ofMode } from '../of-mode.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

/** A payment's dispute in the books. */
interface Booked {
  transactionId: string;
  disputeId: string | null;
  status: string | null;
  openedAt: Date | null;
}

const readBooks = async ({ db, stripe }: Context, ids: string[]): Promise<Booked[]> => {
  const live = isLive(stripe);
  const { rows } = await db.execute<Booked & Record<string, unknown>>(sql`
    select p.transaction_id as "transactionId", p.dispute_id as "disputeId", p.dispute_status as status,
           p.disputed_at as "openedAt"
      from payments p
     where p.transaction_id = any(${sql.param(ids)}::text[]) and ${ofMode(live, sql`p.livemode`)}`);
  return rows;
};

/** Whether the books have this dispute with its current status at the provider, or a later dispute. */
const isBooked = ({ disputeId, status, openedAt }: Booked, { id, ...dispute }: Stripe.Dispute): boolean =>
  disputeId === null || disputeId === id
    ? status === dispute.status
    : openedAt !== null && new Date(openedAt).getTime() >= dispute.created * 1_000;

interface DisputeError {
  transactionId: string;
  problem: string;
}

const compare = async (context: Context, disputes: Stripe.Dispute[]): Promise<DisputeError[]> => {
  const books = await readBooks(
    context,
    disputes.map((dispute) => transactionOf(dispute) ?? ''),
  );
  return disputes.flatMap((dispute) => {
    const booked = books.find(({ transactionId }) => transactionId === transactionOf(dispute));
    if (!booked || isBooked(booked, dispute)) return [];
    const { transactionId, status } = booked;
    return [
      {
        transactionId,
        problem: `its dispute is "${dispute.status}" at the provider, "${status ?? 'none'}" in the books`,
      },
    ];
  });
};

/**
 * The differences between the provider's disputes and the books, in pages. A dispute is missing if all its events were
 * lost.
 */
export async function* findDisputeErrors(context: Context): AsyncGenerator<DisputeError[]> {
  const { disputes } = context.stripe;
  for await (const page of listPages((range) => disputes.list(range, REPEATED)))
    yield await compare(context, page);
}

/** The differences for one transaction. */
export const findDisputeErrorsOf = async (
  context: Context,
  transactionId: string,
): Promise<DisputeError[]> => {
  const { data } = await context.stripe.disputes.list({ payment_intent: transactionId, limit: PAGE_SIZE });
  return compare(context, data);
};
