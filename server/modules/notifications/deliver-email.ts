import { type Brand, siteName } from '#contract/brand.ts';
import type { EmailContent } from '#contract/email-content.ts';
import type { EmailTopic } from '#contract/notifications.ts';
import { ACCESS_PAGES } from '#contract/pages.ts';
import type { Database } from '../../database/client.ts';
import type { Deliver, RenderEmail } from '../../email/email.ts';
import { createSignedId } from '../../secrets/signed-id.ts';
import { describeNotification } from './notification-texts.ts';
import { TOPIC_OF, UNREVIEWED } from './email-rules.ts';
import type { NotificationData } from './notification-data.ts';
import { type Due, findDue, setSent, setSkipped } from './outbox.repository.ts';
import { isStillDue } from './still-due.ts';

/** The one-click address of RFC 8058, under the base of the API. */
export const UNSUBSCRIBE_PATH = '/email-preferences/unsubscribe';

export interface DeliveryContext {
  db: Database;
  deliver: Deliver;
  render: RenderEmail;
  /** Whether emails really leave the site. Those of the demo only go to its own outbox. */
  leavesSite: boolean;
  readBrand: () => Promise<Brand>;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  preferencesKey: string;
  /** Finds the address that receives the messages of the contact form, if there is one. */
  findContactEmail: () => Promise<string | undefined>;
  /** The path of an invitation, with its token. */
  invitationPath: (id: string) => string;
}

/** The path of the email's button. That of an invitation has a token, which is not stored. */
const pathOf = ({ kind, data }: Due, path: string, { invitationPath }: DeliveryContext): string =>
  kind === 'invitation' ? invitationPath((data as NotificationData['invitation']).invitationId) : path;

/**
 * The current recipient of an email, which is null if there is none. That of a contact message can be corrected while the
 * message waits; a site that no longer has one sends it where it was addressed to.
 */
const recipientOf = async (
  { kind, address }: Due,
  { findContactEmail }: DeliveryContext,
): Promise<string | null> => (kind === 'contact' && (await findContactEmail())) || address;

/** A topic can contain a space, which ends an address in a header. */
const unsubscribeUrl = (baseUrl: string, token: string, topic: EmailTopic): string =>
  `${baseUrl}/api${UNSUBSCRIBE_PATH}?${new URLSearchParams({ token, topic }).toString()}`;

const contentOf = (due: Due, context: DeliveryContext, preferencesUrl?: string): EmailContent => {
  const { title, paragraphs, facts, quote, action, help } = describeNotification(due.kind, due.data);
  const notice = due.kind === 'notice' ? (due.data as NotificationData['notice']) : undefined;
  return {
    subject: title,
    greeting: notice?.greeting ?? (due.name ? `Hello ${due.name},` : 'Hello,'),
    paragraphs,
    facts,
    quote,
    action: action && { label: action.label, url: context.baseUrl + pathOf(due, action.path, context) },
    help: help && { label: help.label, url: context.baseUrl + help.path },
    preferencesUrl,
  };
};

/**
 * Whether a stranger could receive what users have written: anyone can register with the address of someone else, and
 * then write to them through a second account.
 */
const couldAbuse = ({ isUnconfirmed, kind }: Due, { leavesSite }: DeliveryContext): boolean =>
  leavesSite && isUnconfirmed && UNREVIEWED.has(kind);

/**
 * Sends the email of a notification to its recipient's current address. Users who have deleted their account or turned
 * off emails of this topic get none, unconfirmed addresses get none with what users have written, and nobody gets one that
 * events have overtaken.
 * @throws Error if the mail server did not accept it
 */
export const deliverEmail = async (context: DeliveryContext, id: string): Promise<void> => {
  const { db, deliver, render, readBrand, baseUrl, preferencesKey } = context;
  const due = await findDue(db, id);
  if (!due) return;
  const topic = TOPIC_OF[due.kind];
  const isMuted = topic && due.muted.includes(topic);
  const to = await recipientOf(due, context);
  if (!to || isMuted || couldAbuse(due, context) || !(await isStillDue(db, due))) return setSkipped(db, id);
  // The token only allows reading and changing a user's email preferences. It does not expire, because old emails
  // contain it.
  const token = topic && due.userId ? createSignedId(preferencesKey, due.userId) : undefined;
  const content = contentOf(
    due,
    context,
    token && `${baseUrl}${ACCESS_PAGES.emailPreferences}?token=${token}`,
  );
  const brand = await readBrand();
  const { host } = new URL(baseUrl);
  const { thread } = describeNotification(due.kind, due.data);
  await deliver({
    to,
    senderName: siteName(brand),
    date: due.createdAt,
    replyTo: due.kind === 'contact' ? (due.data as NotificationData['contact']).from : undefined,
    subject: content.subject,
    ...render(content, brand),
    // The same for a repeat, but not for a correction, which mail servers must not take for a copy.
    messageId: `<${id}.${due.createdAt.getTime()}@${host}>`,
    references: thread && `<${thread}.${due.userId ?? 'all'}@${host}>`,
    unsubscribeUrl: token && topic && unsubscribeUrl(baseUrl, token, topic),
  });
  await setSent(db, { id, createdAt: due.createdAt, address: due.kind === 'contact' ? to : null });
};
