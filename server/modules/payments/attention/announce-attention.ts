import type Stripe from 'stripe';
import type { Attention } from '#contract/attention.ts';
import type { Database } from '../../../database/client.ts';
import { isLive } from '../../../stripe/client.ts';
import { notifyAdmins } from '../../notifications/notify.ts';
import { listAllAttention } from './attention.ts';

/** Admins are notified of these in the transaction that causes them. */
const ANNOUNCED_BY_THEIR_CAUSE: Attention['kind'][] = ['refund failed', 'dispute'];

/** Notifies admins, once each, of things that need them because time has passed. */
export const announceAttention = async ({ db, stripe }: { db: Database; stripe: Stripe }): Promise<void> => {
  for await (const batch of listAllAttention(db, isLive(stripe), ANNOUNCED_BY_THEIR_CAUSE)) {
    for (const { kind, since, what, todo, paymentId, transactionId, eventId } of batch) {
      const subject = [kind, paymentId ?? transactionId ?? eventId ?? what, since].join(' ');
      await notifyAdmins(db, 'attention', subject, { what, todo });
    }
  }
};
