import { ApiError } from '../../http/api-error.ts';

/**
 * Reorders ids: `moved` comes before the id `before`, or last if that is null.
 * @throws ApiError `conflict` if `before` is not among the ids
 */
export const moveBefore = (ids: readonly string[], moved: string, before: string | null): string[] => {
  const others = ids.filter((id) => id !== moved);
  const index = before === null ? others.length : others.indexOf(before);
  if (index < 0) throw new ApiError('conflict', 'The curriculum has changed in the meantime');
  return others.toSpliced(index, 0, moved);
};
