import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { DatabaseConnection } from './database/client.ts';
import { deleteExpired } from './identity/delete-expired.ts';
import { reportUnreadableSecondFactors } from './identity/readable-second-factors.ts';
import type { DeliveryContext } from './modules/notifications/deliver-email.ts';
import { removeUnusedWords } from './modules/classes/remove-unused-words.ts';
import { notifyOfDeadlines } from './modules/assignments/notify-of-assignments.ts';
import { deleteOldInvitations } from './modules/invitations/invitations.repository.ts';
import { startQueue } from './modules/notifications/queue.ts';
import { announceAttention } from './modules/payments/attention/announce-attention.ts';
import { startReconciling } from './modules/payments/reconciling/reconcile-payments.ts';
import type { Environment } from './settings/environment.ts';
import { announceMissingBackups } from './site-health/announce-backups.ts';
import { startOfferingSeats } from './modules/waiting-lists/offer-seats.ts';

interface Options {
  environment: Environment;
  database: DatabaseConnection;
  /** With the timeouts of the background. */
  stripe: Stripe;
  log: Logger;
  secret: string;
  /** Absent if no mail server is configured. */
  delivery?: DeliveryContext;
}

export interface BackgroundTasks {
  /** Delivers the emails that have been written, without waiting for the next check. */
  deliverEmails: () => void;
  /** Offers free seats to waiting lists, without waiting for the next check. */
  offerSeats: () => void;
  /** Stops the background work on payments. Resolves once what was underway has finished. */
  endReconciling: () => Promise<void>;
  /** Stops everything. Resolves once what was underway has finished. */
  end: () => Promise<void>;
}

/** Starts what the server does without being called: emails, scheduled work, settling of payments, offers of seats. */
export const startBackgroundTasks = async (options: Options): Promise<BackgroundTasks> => {
  const { environment, database, stripe, log, secret, delivery } = options;
  const context = { db: database.db, stripe, log };
  const queue = await startQueue({
    ...database,
    log,
    delivery,
    rate: environment.mailRate,
    scheduled: [
      { name: 'attention', cron: '*/10 * * * *', work: () => announceAttention(context) },
      { name: 'backups', cron: '10 9 * * *', work: () => announceMissingBackups(environment, database.db) },
      { name: 'deadlines', cron: '5 * * * *', work: () => notifyOfDeadlines(database.db) },
      { name: 'expired-sessions', cron: '40 3 * * *', work: () => deleteExpired(database.db) },
      { name: 'old-invitations', cron: '45 3 * * *', work: () => deleteOldInvitations(database.db) },
      { name: 'unused-words', cron: '50 3 * * *', work: () => removeUnusedWords(database.db) },
    ],
  });
  const endReconciling = startReconciling(context);
  const offering = startOfferingSeats(context);
  const reported = reportUnreadableSecondFactors(database.db, secret, log);
  return {
    deliverEmails: queue.wake,
    offerSeats: offering.wake,
    endReconciling,
    end: async () => {
      await Promise.all([queue.close(), endReconciling(), offering.stop(), reported]);
    },
  };
};
