import { z } from 'zod';

export const EXPERIENCE_LEVELS = ['Experienced', 'Beginner', 'Mid Level', 'Junior'] as const;

export const SKILL_CATEGORIES = [
  'Web Development',
  'Digital Marketing',
  'Graphics Design',
  'App Development',
  'Game Development',
  'SEO Development',
] as const;

export const experienceSchema = z.enum(EXPERIENCE_LEVELS, { error: 'Select an experience level' });
export const categorySchema = z.enum(SKILL_CATEGORIES, { error: 'Select a skill category' });
