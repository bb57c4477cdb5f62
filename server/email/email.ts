import type { Brand } from '#contract/brand.ts';
import type { EmailContent } from '#contract/email-content.ts';
import type { Transaction } from '../database/client.ts';

export interface Email extends EmailContent {
  to: string;
  /** The identity that it is about. The stored email is deleted with the identity. */
  identityId: string | null;
}

/**
 * Sends an email. One without a link is written into the outbox, in the transaction of its event if that is given.
 * @throws Error if it could not be handed over
 */
export type SendEmail = (email: Email, trx?: Transaction) => Promise<void>;

/** The headers that the delivery of a notification adds. */
export interface Envelope {
  to: string;
  /** The name of the sender if the settings have none. */
  senderName: string;
  /** The time of the event. It keeps emails in order in a mailbox even if they arrive out of order. */
  date: Date;
  replyTo?: string;
  /** Stays the same when delivery is retried, so that mail servers can drop a copy. */
  messageId?: string;
  references?: string;
  /** The one-click address of RFC 8058. */
  unsubscribeUrl?: string;
}

/** An email as it is handed to the mail server. */
export interface OutgoingEmail extends Envelope {
  subject: string;
  html: string;
  text: string;
}

/** Hands an email to the mail server. @throws Error, with `responseCode` if the mail server refused it */
export type Deliver = (email: OutgoingEmail) => Promise<void>;

/** Renders an email in the brand of the site, as HTML and text. */
export type RenderEmail = (content: EmailContent, brand: Brand) => { html: string; text: string };
