import { useQuery } from '@tanstack/react-query';
import type { Skills } from '#contract/skills.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { skillsQuery } from '#web/calls/skills.ts';
import { useSite } from '#web/meta/site-context.ts';

const FIELDS = ['experience', 'category'] as const;

type Chosen = Partial<Record<(typeof FIELDS)[number], string | null>>;

const withCurrent = (offered: string[], ...current: (string | null | undefined)[]): string[] => [
  ...offered,
  ...new Set(current.filter((value) => value && !offered.includes(value)) as string[]),
];

export interface OfferedSkills {
  /** The choices of a form: what the site offers, and what the form has. A class keeps what is no longer offered. */
  choicesFor: (...current: Chosen[]) => Skills;
  /**
   * Sends a form. If the server refuses a choice because the site no longer offers it, loads the current choices and
   * clears the refused one.
   */
  send: <Result>(call: () => Promise<Result>, clear: (field: keyof Chosen) => void) => Promise<Result>;
}

/** The experience levels and skill categories that the site offers, for the forms that choose one. */
export const useOfferedSkills = (): OfferedSkills => {
  const { skills } = useSite();
  const { data: offered, refetch } = useQuery({ ...skillsQuery, initialData: skills });
  return {
    choicesFor: (...current) => ({
      experienceLevels: withCurrent(offered.experienceLevels, ...current.map(({ experience }) => experience)),
      skillCategories: withCurrent(offered.skillCategories, ...current.map(({ category }) => category)),
    }),
    send: async (call, clear) => {
      try {
        return await call();
      } catch (error) {
        const refused = FIELDS.filter((field) => error instanceof ApiError && error.fields?.[field]);
        if (refused.length > 0) await refetch();
        for (const field of refused) clear(field);
        throw error;
      }
    },
  };
};
