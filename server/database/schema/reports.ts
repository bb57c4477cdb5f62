import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { announcements } from './announcements.ts';
import { createdAt, id, timestamptz } from './columns.ts';
import { feedback } from './feedback.ts';
import { posts } from './questions.ts';
import { teacherBios } from './teacher-bios.ts';
import { userReference } from './users.ts';

/**
 * Users' reports of what others wrote, with their reasons: a question or answer, feedback, an announcement, or what a
 * teacher has written about themselves. A report is open until an admin dismisses it, and again if the text is changed afterwards and its user repeats the report.
 */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    feedbackId: uuid('feedback_id').references(() => feedback.id, { onDelete: 'cascade' }),
    announcementId: uuid('announcement_id').references(() => announcements.id, { onDelete: 'cascade' }),
    /** The id of the teacher. */
    bioId: uuid('bio_id').references(() => teacherBios.id, { onDelete: 'cascade' }),
    userId: userReference('user_id'),
    /** The column has the former name, which servers of the version before use during a rolling update. */
    reason: text('remark').notNull().default(''),
    createdAt: createdAt(),
    dismissedAt: timestamptz('dismissed_at'),
  },
  (table) => [
    unique('reports_of_post_once_per_user').on(table.postId, table.userId),
    unique('reports_of_feedback_once_per_user').on(table.feedbackId, table.userId),
    unique('reports_of_announcement_once_per_user').on(table.announcementId, table.userId),
    unique('reports_of_bio_once_per_user').on(table.bioId, table.userId),
    index('reports_of_user').on(table.userId, table.createdAt),
    check(
      'reports_of_one',
      sql`num_nonnulls(${table.postId}, ${table.feedbackId}, ${table.announcementId}, ${table.bioId}) = 1`,
    ),
  ],
);
