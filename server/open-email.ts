import type { FastifyBaseLogger } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import type { Database } from './database/client.ts';
import type { Deliver, SendEmail } from './email/email.ts';
import { createDirectSender, createSmtpMailer } from './email/mailer.ts';
import { loadEmailRenderer } from './email/render-email.ts';
import { defaultSender } from './email/sender.ts';
import type { Environment } from './settings/environment.ts';
import type { DeliveryContext } from './modules/notifications/deliver-email.ts';
import { invitationPath } from './modules/invitations/invitation-token.ts';
import { insertNotice } from './modules/notifications/outbox.repository.ts';
import { findContactEmail } from './modules/site-settings/site-settings.repository.ts';
import { openOutbox } from './start-sandboxes.ts';
import { deriveTextKey } from './secrets/derive-key.ts';

interface EmailContext {
  db: Database;
  log: FastifyBaseLogger;
  baseUrl: string;
  secret: string;
  readBrand: () => Promise<Brand>;
}

/** The functions with which the site sends email. Without a mail server, `sendEmail` and `delivery` are absent. */
export interface SiteEmail {
  /** For the identity provider: emails with a link are sent immediately, notices through the outbox. */
  sendEmail?: SendEmail;
  delivery?: DeliveryContext;
  preferencesKey: string;
  /** The demo's outbox. */
  outbox?: Awaited<ReturnType<typeof openOutbox>>;
  close: () => void;
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
  const close = () => smtp?.close();
  const deliver: Deliver | undefined = smtp?.deliver ?? outbox?.deliver;
  if (!deliver) return { preferencesKey, close };
  const render = await loadEmailRenderer();
  const sendNow = createDirectSender({
    deliver,
    render,
    readBrand,
    onFailure: (error) => log.error({ err: error }, 'An email could not be sent'),
  });
  return {
    sendEmail: (email, trx) => (email.action ? sendNow(email) : insertNotice(trx ?? db, email)),
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
    close,
  };
};
