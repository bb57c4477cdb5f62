import { and, eq, inArray, sql } from 'drizzle-orm';
import type { EmailTopic, NotificationKind } from '#contract/notifications.ts';
import type { Database, Queryable, Transaction } from '../../database/client.ts';
import { emailPreferences, identityUsers, notifications, users } from '../../database/schema.ts';
import type { Email } from '../../email/email.ts';
import { hasKnownKind } from './known-kinds.ts';
import { NOTIFICATION_RETENTION } from './retention.ts';
import { notifyOfUndelivered } from './notify.ts';

/** The number of emails that are put into the queue at a time. */
const BATCH = 500;
/** The age at which unsent emails are given up, because they are no longer useful. */
const TOO_OLD = sql`interval '7 days'`;

/** SQL: whether an email waits for this server to take it. */
const isWaiting = sql`email = 'waiting' and ${hasKnownKind(notifications)}`;

/** Whether emails wait. After all were taken, these are ones that another transaction has locked. */
export const hasWaiting = async (db: Database): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`select from ${notifications} where ${isWaiting} limit 1`);
  return rowCount === 1;
};

/**
 * Takes waiting emails out of the outbox for the queue, oldest first, except those that are locked. Kinds that
 * this version does not know are left to newer servers.
 * @returns their ids
 */
export const takeWaiting = async (trx: Transaction): Promise<string[]> => {
  const { rows } = await trx.execute<{ id: string }>(sql`
    update ${notifications} set email = 'queued' where id in (
      select id from ${notifications} where ${isWaiting}
      order by created_at limit ${BATCH}
      for update skip locked)
    returning id`);
  return rows.map(({ id }) => id);
};

/**
 * Returns emails without a job to the outbox, as in a restored backup or after the queue gave up a job. Emails that were
 * never attempted and are too old are given up, once: an admin can retry them afterwards.
 */
export const putBack = async (db: Database, jobs: string): Promise<void> => {
  await db.execute(sql`
    update ${notifications} n set email = 'waiting' where email = 'queued' and not exists (
      select from ${sql.raw(jobs)} j where j.id = n.id and j.state in ('created', 'retry', 'active'))`);
  await db.transaction(async (trx) => {
    const { rowCount } = await trx.execute(sql`
      update ${notifications} set email = 'failed', failure = 'It waited for too long'
       where email = 'waiting' and attempts = 0 and failure is null and created_at < now() - ${TOO_OLD}`);
    if (rowCount) await notifyOfUndelivered(trx);
  });
};

/** Skips emails that are too old, on a site without a mail server. Nobody is notified, because nothing has failed. */
export const skipOld = async (db: Queryable): Promise<void> => {
  await db.execute(sql`
    update ${notifications} set email = 'skipped'
     where email in ('waiting', 'queued') and created_at < now() - ${TOO_OLD}`);
};

/** An email that is to be sent. */
export interface Due {
  id: string;
  kind: NotificationKind;
  data: unknown;
  /** The time of the event. */
  createdAt: Date;
  userId: string | null;
  /** Null if the user has deleted their account. */
  address: string | null;
  /** The user's name, if their address is confirmed. */
  name: string | null;
  /** Whether the address may be a stranger's, because the user has not confirmed it. */
  isUnconfirmed: boolean;
  muted: EmailTopic[];
}

/** An unsent email with the current data of its recipient, or undefined if it has been dealt with. */
export const findDue = async (db: Queryable, id: string): Promise<Due | undefined> => {
  const [row] = await db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      data: notifications.data,
      createdAt: notifications.createdAt,
      userId: notifications.userId,
      address: sql<string | null>`coalesce(${notifications.address}, ${users.email})`,
      name: sql<string | null>`case when ${identityUsers.emailVerified} then ${users.name} end`,
      isUnconfirmed: sql<boolean>`${identityUsers.emailVerified} is false`,
      muted: sql<EmailTopic[]>`coalesce(${emailPreferences.muted}, '{}')`,
    })
    .from(notifications)
    .leftJoin(users, and(eq(users.id, notifications.userId), sql`${users.deletedAt} is null`))
    .leftJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .leftJoin(emailPreferences, eq(emailPreferences.id, users.id))
    .where(and(eq(notifications.id, id), inArray(notifications.email, ['waiting', 'queued'])));
  return row;
};

/**
 * Marks an email as sent. If its content was corrected while it was being sent, the correction is collected.
 * @param createdAt when the sent content was written
 * @param address where it was sent instead of the stored address
 */
export const setSent = async (
  db: Queryable,
  { id, createdAt, address }: Pick<Due, 'id' | 'createdAt' | 'address'>,
): Promise<void> => {
  await db.execute(sql`
    update ${notifications} n
       set email = case when is_current then 'sent' else 'collected' end, sent_at = case when is_current then now() end,
           attempts = attempts + 1, failure = null, address = coalesce(${address}, n.address)
      from (select date_trunc('milliseconds', created_at) = ${createdAt.toISOString()}::timestamptz as is_current
              from ${notifications} where id = ${id} for update) stored
     where n.id = ${id}`);
};

/** Marks an email that is not to be sent, because its recipient is gone, does not want it or may be a stranger, or it is outdated. */
export const setSkipped = async (db: Queryable, id: string): Promise<void> => {
  await db.update(notifications).set({ email: 'skipped' }).where(eq(notifications.id, id));
};

/** Records a failed attempt, which will be retried. @returns the kind of the email */
export const recordFailure = async (
  db: Queryable,
  id: string,
  failure: string,
): Promise<NotificationKind | undefined> => {
  const { attempts } = notifications;
  const [row] = await db
    .update(notifications)
    .set({ attempts: sql`${attempts} + 1`, failure })
    .where(eq(notifications.id, id))
    .returning({ kind: notifications.kind });
  return row?.kind;
};

/** Gives up an email after a failed attempt, and notifies the admins. @returns the kind of the email */
export const giveUp = (db: Database, id: string, failure: string): Promise<NotificationKind | undefined> =>
  db.transaction(async (trx) => {
    const kind = await recordFailure(trx, id, failure);
    await trx.update(notifications).set({ email: 'failed' }).where(eq(notifications.id, id));
    await notifyOfUndelivered(trx);
    return kind;
  });

interface NewEmail {
  /** An email that exists already is not added again. Default: a new id. */
  id?: string;
  data: object;
  /** What it is about, for `deleteEmailsAbout`. */
  subject?: string;
  /** The identity that it is about. It is deleted together with the identity. */
  identityId?: string | null;
}

/** Adds an email to an address, which does not have to belong to a user. */
export const insertEmail = async (
  db: Queryable,
  kind: 'notice' | 'contact' | 'invitation',
  address: string,
  { id, data, subject, identityId }: NewEmail,
): Promise<void> => {
  const userId = identityId
    ? sql`(select ${users.id} from ${users} where ${users.identityId} = ${identityId})`
    : null;
  const email = {
    ...(id && { id }),
    kind,
    address,
    data,
    userId,
    subject: subject ?? sql`gen_random_uuid()`,
    listed: false,
  };
  await db.insert(notifications).values(email).onConflictDoNothing({ target: notifications.id });
};

/** Adds a notice about a user's credentials or role. Call it in the transaction of the change, if that is ours. */
export const insertNotice = (
  db: Queryable,
  { to, identityId, subject, greeting, paragraphs }: Email,
): Promise<void> => insertEmail(db, 'notice', to, { data: { subject, greeting, paragraphs }, identityId });

/** Deletes the emails of invitations, whether they were sent or not. */
export const deleteEmailsAbout = async (trx: Transaction, invitationIds: string[]): Promise<void> => {
  if (invitationIds.length === 0) return;
  await trx
    .delete(notifications)
    .where(and(eq(notifications.kind, 'invitation'), inArray(notifications.subject, invitationIds)));
};

/** Emails to people without an account are deleted soon after their delivery, or if they cannot be delivered. */
const CONTACT_KEPT = { sent: sql`interval '7 days'`, unsent: sql`interval '30 days'` };

/**
 * Deletes notifications after a year, and emails to people without an account soon after delivery or failure. Emails
 * that are still to be sent stay.
 */
export const deleteOldNotifications = async (db: Queryable): Promise<void> => {
  await db.execute(sql`
    delete from ${notifications} where user_id is null
       and ((email = 'sent' and sent_at < now() - ${CONTACT_KEPT.sent})
         or (email in ('failed', 'skipped') and created_at < now() - ${CONTACT_KEPT.unsent}))`);
  await db.execute(
    sql`delete from ${notifications} where created_at < now() - ${NOTIFICATION_RETENTION} and email not in ('waiting', 'queued')`,
  );
};
