import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { classes, waitingList } from '../../database/schema.ts';
import { notifyFrom } from '../notifications/notify.ts';

/** Notifies the students on the waiting lists of a teacher's hidden classes that the lists are closed. */
export const notifyOfClosedWaitingLists = (trx: Queryable, teacherId: string): Promise<void> =>
  notifyFrom(
    trx,
    sql`
    select w.user_id, 'waiting list closed', w.id::text, jsonb_build_object('classId', c.id, 'title', c.title)
      from ${waitingList} w join ${classes} c on c.id = w.class_id
     where c.teacher_id = ${teacherId} and c.hidden_at is not null`,
  );
