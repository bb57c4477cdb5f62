import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { DEMO_CLASSES } from './classes.ts';
import { daysAgo } from './days.ts';
import { DEMO_FEEDBACK } from './feedback.ts';
import { DEMO_STUDENTS, DEMO_TEACHERS } from './people.ts';
import type { People } from './seed-people.ts';

/** Days from a feedback to the teacher's reply. */
const REPLY_AFTER = 0.5;

/** Seeds the feedback of students and the replies of teachers. @param classIds by slug */
export const insertFeedback = async (trx: Transaction, people: People, classIds: Map<string, string>) => {
  const teacherOf = new Map(DEMO_CLASSES.map(({ slug, teacher }) => [slug, DEMO_TEACHERS[teacher]!.email]));
  for (const [index, [slug, student, rating, feedback, reply]] of DEMO_FEEDBACK.entries()) {
    const days = index * 2 + 1;
    const [row] = await trx
      .insert(tables.feedback)
      .values({
        userId: people.get(DEMO_STUDENTS[student]!.email)!.id,
        classId: classIds.get(slug)!,
        feedback,
        rating,
        createdAt: daysAgo(days),
        updatedAt: daysAgo(days),
      })
      .returning({ id: tables.feedback.id });
    if (!reply) continue;
    const repliedAt = daysAgo(days - REPLY_AFTER);
    await trx.insert(tables.feedbackReplies).values({
      feedbackId: row!.id,
      userId: people.get(teacherOf.get(slug)!)!.id,
      text: reply,
      createdAt: repliedAt,
      updatedAt: repliedAt,
    });
  }
};
