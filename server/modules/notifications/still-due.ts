import { type SQL, sql } from 'drizzle-orm';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Queryable } from '../../database/client.ts';
import { notifications, users } from '../../database/schema.ts';
import type { Due } from './outbox.repository.ts';

const IS_ADMIN = sql`exists (select from ${users} u where u.id = n.user_id and u.role = 'admin')`;

/** SQL: what must still be the case for an email of a kind to be sent. `n` is the notification. */
const CONDITIONS: Partial<Record<NotificationKind, SQL>> = {
  dispute: IS_ADMIN,
  attention: IS_ADMIN,
};

/** Whether an email is still to be sent. It may have waited for days, because the mail server was unreachable. */
export const isStillDue = async (db: Queryable, { id, kind }: Due): Promise<boolean> => {
  const condition = CONDITIONS[kind];
  if (!condition) return true;
  const { rows } = await db.execute(sql`select from ${notifications} n where n.id = ${id} and ${condition}`);
  return rows.length > 0;
};
