import { describe, expect, it } from 'vitest';
import { gradeFormSchema, gradeInputSchema } from './assignments.ts';

const messages = (result: ReturnType<typeof gradeInputSchema.safeParse>) =>
  result.error?.issues.map(({ message }) => message);

describe('marks of a submission', () => {
  it('that are too high are refused with the highest marks', () => {
    expect(messages(gradeInputSchema.safeParse({ marks: 1_001 }))).toEqual(['Marks must be at most 1000']);
    expect(messages(gradeFormSchema(100).safeParse({ marks: 9_999 }))).toEqual(['Marks must be at most 100']);
    expect(gradeFormSchema(100).safeParse({ marks: 100 }).success).toBe(true);
  });

  it('that are missing or have decimals are refused as such', () => {
    expect(messages(gradeFormSchema(100).safeParse({ marks: Number.NaN }))).toEqual(['Marks are required']);
    expect(messages(gradeFormSchema(100).safeParse({ marks: 9.5 }))).toEqual([
      'Marks must be a whole number',
    ]);
  });
});
