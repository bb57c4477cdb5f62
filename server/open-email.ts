import type { FastifyBaseLogger } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import type { Database, Transaction } from './database/client.ts';
import type { Deliver, Email, SendEmail } from './email/email.ts';
import { createDirectSender, createSmtpMailer } from './email/mailer.ts';
import { loadEmailRenderer } from './email/render-email.ts';
import { defaultSender } from './email/sender.ts';
import { claimPerHour } from './http/claim-per-hour.ts';
import type { Environment } from './settings/environment.ts';
import type { DeliveryContext } from './modules/notifications/deliver-email.ts';
import { invitationPath } from './modules/invitations/invitation-token.ts';
import { insertNotice } from './modules/notifications/outbox.repository.ts';
import { findContactEmail } from './modules/site-settings/site-settings.repository.ts';
import { openOutbox } from './start-sandboxes.ts';
import { deriveTextKey } from './secrets/derive-key.ts';

/**
 * The number of emails with the same subject that an address gets per hour, from whichever networks and accounts they are
 * requested. Links in them are valid for an hour as well, so one of them still works while others are dropped.
 */
const EMAILS_PER_HOUR = 5;

interface EmailContext {
  db: Database;
  log: FastifyBaseLogger;
  baseUrl: string;
  secret: string;
  readBrand: () => Promise<Brand>;
}

/** The functions with which the site sends email. Without a mail server, `sendEmail` and `delivery` are absent. */
export interface SiteEmail {
  /**
   * For the identity provider: emails with a link are sent immediately, notices through the outbox. Those above the limit of
   * their recipient are dropped.
   */
  sendEmail?: SendEmail;
  delivery?: DeliveryContext;
  preferencesKey: string;
  /** The demo's outbox. */
  outbox?: Awaited<ReturnType<typeof openOutbox>>;
  /** Resolves once all emails with a link that were sent before the call have been handed over or given up. */
  settled: () => Promise<void>;
  /** Hands over the emails that are being sent, and disconnects. */
  close: () => Promise<void>;
}

/** Connects to the mail server in the settings, or creates the outbox of the demo. */
export const openEmail = async (
  { demo, smtpUrl, mailFrom, contactEmail }: Environment,
  { db, log, baseUrl, secret, readBrand }: EmailContext,
): Promise<SiteEmail> => {
  const preferencesKey = deriveTextKey(secret, 'email preferences');
  const outbox = demo && !smtpUrl ? await openOutbox() : undefined;
  const smtp = smtpUrl
    ? createSmtpMailer(smtpUrl, mailFrom ? { from: mailFrom } : { address: defaultSender(baseUrl) })
    : undefined;
  const deliver: Deliver | undefined = smtp?.deliver ?? outbox?.deliver;
  if (!deliver) return { preferencesKey, settled: async () => {}, close: async () => {} };
  const render = await loadEmailRenderer();
  const isAllowed = async ({ to, subject }: Email, trx?: Transaction): Promise<boolean> => {
    const isClaimed = await claimPerHour(trx ?? db, `email ${to} ${subject}`, EMAILS_PER_HOUR);
    if (!isClaimed) log.info({ subject }, 'An email was dropped, because its recipient got too many like it');
    return isClaimed;
  };
  const direct = createDirectSender({
    deliver,
    render,
    readBrand,
    onFailure: (error) => log.error({ err: error }, 'An email could not be sent'),
  });
  return {
    sendEmail: async (email, trx) => {
      if (!(await isAllowed(email, trx))) return;
      await (email.action ? direct.send(email) : insertNotice(trx ?? db, email));
    },
    delivery: {
      db,
      deliver,
      render,
      leavesSite: smtp !== undefined,
      readBrand,
      baseUrl,
      preferencesKey,
      findContactEmail: async () => (await findContactEmail(db)) ?? contactEmail,
      invitationPath: (id) => invitationPath(secret, id),
    },
    preferencesKey,
    outbox,
    settled: direct.settled,
    close: async () => {
      await direct.close();
      smtp?.close();
    },
  };
};
