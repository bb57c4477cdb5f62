import { sql } from 'drizzle-orm';
import { ANNOUNCEMENTS_PER_HOUR } from '#contract/announcements.ts';
import { lockInTransaction } from '../../database/advisory-lock.ts';
import type { Database } from '../../database/client.ts';
import { announcements } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { claimPerHour } from '../../http/claim-per-hour.ts';
import { keyedId } from '../../http/keyed-id.ts';
import { requireTaughtClass } from '../classes/own-class.ts';
import { requireNotHidden, requireOwnText } from '../moderation/own-text.ts';
import { notifyStudents } from '../notifications/notify.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import * as repository from './announcements.repository.ts';

interface NewAnnouncement {
  text: string;
  /** By which a repeated call is recognized. */
  key?: string;
}

/**
 * The teacher of a class writes to all of its students, who are notified. Those who enroll later can read it as well.
 * @returns the id
 * @throws ApiError as `requireTaughtClass`, or `limit_reached`
 */
export const announce = (
  db: Database,
  caller: CurrentUser,
  classId: string,
  { text, key }: NewAnnouncement,
): Promise<string> =>
  db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, caller.id);
    await requireTaughtClass(trx, caller, classId);
    const id = keyedId(key, ['announcement', caller.id, classId, text]);
    await lockInTransaction(trx, `announcements ${classId}`);
    if (await repository.findAnnouncement(trx, id)) return id;
    // Deleted announcements count, too: they may have been emailed.
    if (!(await claimPerHour(trx, `announcement ${classId}`, ANNOUNCEMENTS_PER_HOUR)))
      throw new ApiError(
        'limit_reached',
        `You can send at most ${ANNOUNCEMENTS_PER_HOUR} announcements per hour`,
      );
    await repository.insertAnnouncement(trx, { id, classId, userId: caller.id, text });
    await notifyStudents(trx, 'announcement', {
      subject: sql`a.id::text`,
      from: sql`join ${announcements} a on a.class_id = c.id where a.id = ${id}`,
      data: sql`jsonb_build_object('text', a.text)`,
    });
    return id;
  });

/**
 * Deletes an announcement of the caller, whose notifications and unsent emails go with it.
 * @throws ApiError `not_found`, `forbidden`, or `conflict` if an admin has hidden it
 */
export const deleteAnnouncement = (db: Database, caller: CurrentUser, id: string): Promise<void> =>
  db.transaction(async (trx) => {
    const found = await repository.lockAnnouncement(trx, id);
    if (!found) throw notFound('The announcement');
    requireOwnText(caller, found);
    requireNotHidden(found);
    await repository.removeAnnouncement(trx, id);
  });
