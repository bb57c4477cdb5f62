import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../database/client.ts';
import { isLive, REPEATED } from '../../stripe/client.ts';
import { listPages, PAGE_SIZE } from '../../stripe/list-pages.ts';
import { transactionOf } from './disputes.ts';

interface Context {
  db: Database;
  stripe: Stripe;
}

/** What the books say of a payment's dispute. */
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
     where p.transaction_id = any(${sql.param(ids)}::text[]) and coalesce(p.livemode, ${live}) = ${live}`);
  return rows;
};

/** Whether the books have this dispute as it stands at the provider, or a later one. */
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

/** How the disputes at the provider differ from the books, which lack one whose events were all lost. In pages. */
export async function* findDisputeErrors(context: Context): AsyncGenerator<DisputeError[]> {
  const { disputes } = context.stripe;
  for await (const page of listPages((range) => disputes.list(range, REPEATED)))
    yield await compare(context, page);
}

/** The same of one transaction. */
export const findDisputeErrorsOf = async (
  context: Context,
  transactionId: string,
): Promise<DisputeError[]> => {
  const { data } = await context.stripe.disputes.list({ payment_intent: transactionId, limit: PAGE_SIZE });
  return compare(context, data);
};
