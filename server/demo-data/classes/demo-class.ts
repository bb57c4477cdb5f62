import type { EXPERIENCE_LEVELS, SKILL_CATEGORIES } from '#contract/skills.ts';
import type { REVIEW_STATUSES } from '#contract/review.ts';

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
