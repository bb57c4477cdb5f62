import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { daysAgo } from './days.ts';
import { DEMO_TEACHERS } from './people.ts';
import type { People } from './seed-people.ts';

interface DemoAnnouncement {
  slug: string;
  /** The index in DEMO_TEACHERS of the teacher of the class. */
  teacher: number;
  daysAgo: number;
  text: string;
}

const ANNOUNCEMENTS: DemoAnnouncement[] = [
  {
    slug: 'modern-html-css',
    teacher: 0,
    daysAgo: 12,
    text: 'Welcome, everyone! Start with the first section and take your time with the exercises. If you get stuck, ask below the lesson: I answer every question within two days.',
  },
  {
    slug: 'modern-html-css',
    teacher: 0,
    daysAgo: 2,
    text: 'I have read the first portfolios, and they are a pleasure. The most frequent slip: headings that are chosen for their size instead of their level. Check yours before you submit.',
  },
];

/** Seeds what teachers have written to all students of a class. */
export const insertAnnouncements = async (
  trx: Transaction,
  people: People,
  classIds: Map<string, string>,
): Promise<void> => {
  await trx.insert(tables.announcements).values(
    ANNOUNCEMENTS.map(({ slug, teacher, daysAgo: days, text }) => ({
      classId: classIds.get(slug)!,
      userId: people.get(DEMO_TEACHERS[teacher]!.email)!.id,
      text,
      createdAt: daysAgo(days),
    })),
  );
};
