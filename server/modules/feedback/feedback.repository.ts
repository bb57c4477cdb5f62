import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../database/client.ts';
import { feedback, users } from '../../database/schema.ts';

/** Newest first, of one class or of all. */
export const listFeedback = (db: Queryable, classId?: string) =>
  db
    .select({
      id: feedback.id,
      classId: feedback.classId,
      feedback: feedback.feedback,
      rating: feedback.rating,
      user: { name: users.name, image: users.photo },
    })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.userId))
    .where(classId ? eq(feedback.classId, classId) : undefined)
    .orderBy(desc(feedback.updatedAt), desc(feedback.id));
