import type { EXPERIENCE_LEVELS, REVIEW_STATUSES, SKILL_CATEGORIES } from '#contract/constants.ts';

export interface DemoClass {
  slug: string;
  title: string;
  /** Index in DEMO_TEACHERS. */
  teacher: number;
  category: (typeof SKILL_CATEGORIES)[number];
  experience: (typeof EXPERIENCE_LEVELS)[number];
  /** Major units. */
  price: number;
  students: number;
  description: string;
  status?: (typeof REVIEW_STATUSES)[number];
  reason?: string;
  assignment?: { title: string; description: string; marks: number; daysLeft: number };
}
