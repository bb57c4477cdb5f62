import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { classes, notifications, waitingList } from '../../database/schema.ts';

/** Notifies the students on the waiting lists of a teacher's hidden classes that the lists are closed. */
export const notifyOfClosedWaitingLists = async (trx: Queryable, teacherId: string): Promise<void> => {
  await trx.execute(sql`
    insert into ${notifications} (user_id, kind, subject, data)
    select w.user_id, 'waiting list closed', w.id::text, jsonb_build_object('classId', c.id, 'title', c.title)
      from ${waitingList} w join ${classes} c on c.id = w.class_id
     where c.teacher_id = ${teacherId} and c.hidden_at is not null
    on conflict do nothing`);
};
