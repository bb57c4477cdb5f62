import type { ClassInput } from '#contract/classes.ts';
import type { REVIEW_STATUSES } from '#contract/review.ts';
import type { SKILL_CATEGORIES } from '#contract/skills.ts';

/** A class of the demo with its history. */
export interface DemoClass extends Omit<ClassInput, 'name' | 'email' | 'image' | 'status' | 'startsOn'> {
  slug: string;
  /** Index in DEMO_TEACHERS. */
  teacher: number;
  category: (typeof SKILL_CATEGORIES)[number];
  students: number;
  /** How many students are on its waiting list. */
  inLine?: number;
  /** Absent: students can start at any time. */
  startsInDays?: number;
  status?: (typeof REVIEW_STATUSES)[number];
  reason?: string;
  /** A change that its teacher has proposed and that awaits review. */
  proposed?: { title?: string; description?: string };
  assignment?: { title: string; description: string; marks: number; daysLeft: number };
}
