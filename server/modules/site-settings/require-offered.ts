import type { Queryable } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { findSkills } from './site-settings.repository.ts';

interface Chosen {
  experience?: string;
  category?: string | null;
}

const NOT_OFFERED = {
  experience: 'This experience level is not offered. Select another one.',
  category: 'This skill category is not offered. Select another one.',
};

/**
 * Requires that the site offers the choices. Choices that are already stored (`before`) stay valid, offered or not.
 * @throws ApiError `invalid_input` that names the fields
 */
export const requireOffered = async (db: Queryable, chosen: Chosen, before: Chosen = {}): Promise<void> => {
  const { experienceLevels, skillCategories } = await findSkills(db);
  const isRefused = (field: keyof Chosen, offered: string[]): boolean => {
    const value = chosen[field];
    return Boolean(value) && value !== before[field] && !offered.includes(value!);
  };
  const fields = {
    ...(isRefused('experience', experienceLevels) && { experience: NOT_OFFERED.experience }),
    ...(isRefused('category', skillCategories) && { category: NOT_OFFERED.category }),
  };
  const [message] = Object.values(fields);
  if (message) throw new ApiError('invalid_input', message, { fields });
};
