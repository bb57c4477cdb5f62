import { inArray, type SQL } from 'drizzle-orm';
import { NOTIFICATION_KINDS } from '#contract/notifications.ts';
import type { notifications } from '../../database/schema.ts';

/**
 * Whether this server has texts for a notification. During a rolling update, a newer server may write kinds for which it
 * has none.
 * @param table the notifications, or an alias of them
 */
export const hasKnownKind = ({ kind }: Pick<typeof notifications, 'kind'>): SQL =>
  inArray(kind, [...NOTIFICATION_KINDS]);
