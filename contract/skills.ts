import { z } from 'zod';
import { defineCall } from './call.ts';
import { NOT_ON_A_LINE, singleLineSchema } from './common.ts';

/** The experience levels of a site whose owner has not changed them. */
export const EXPERIENCE_LEVELS = ['Experienced', 'Beginner', 'Mid Level', 'Junior'] as const;

/** The skill categories of a site whose owner has not changed them. */
export const SKILL_CATEGORIES = [
  'Web Development',
  'Digital Marketing',
  'Graphics Design',
  'App Development',
  'Game Development',
  'SEO Development',
] as const;

/** The choices that the site offers for teacher requests and classes, in display order. */
export interface Skills {
  experienceLevels: string[];
  skillCategories: string[];
}

export const DEFAULT_SKILLS: Skills = {
  experienceLevels: [...EXPERIENCE_LEVELS],
  skillCategories: [...SKILL_CATEGORIES],
};

/** The maximum number of choices of each kind, and the maximum length of one. */
export const SKILL_LIMITS = { count: 30, length: 60 } as const;

/** Choices that look the same are equal. */
const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const listSchema = (noun: string, nouns: string) =>
  z
    .array(singleLineSchema(SKILL_LIMITS.length, 'The name'))
    .min(1, `At least one ${noun}`)
    .max(SKILL_LIMITS.count, `At most ${SKILL_LIMITS.count} ${nouns}`)
    .superRefine((names, context) => {
      const known = new Set<string>();
      for (const [index, name] of names.entries()) {
        if (known.has(fold(name)))
          context.addIssue({ code: 'custom', path: [index], message: 'This one is already in the list' });
        known.add(fold(name));
      }
    });

export const skillsSchema: z.ZodType<Skills, Skills> = z
  .object({
    experienceLevels: listSchema('experience level', 'experience levels'),
    skillCategories: listSchema('skill category', 'skill categories'),
  })
  .meta({ id: 'Skills' });

/** One of the choices. The server decides whether the site offers it: requests and classes keep those from before. */
const choiceSchema = (error: string) =>
  z
    .string({ error })
    .trim()
    .min(1, error)
    .max(SKILL_LIMITS.length, error)
    .refine((name) => !NOT_ON_A_LINE.test(name), error);

export const experienceSchema = choiceSchema('Select an experience level');
export const categorySchema = choiceSchema('Select a skill category');

export const listSkills = defineCall({
  method: 'GET',
  path: '/skills',
  summary: 'The experience levels and skill categories that the site offers',
  tag: 'Service',
  authorization: 'none',
  response: skillsSchema,
});
