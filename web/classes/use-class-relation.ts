import { useQuery } from '@tanstack/react-query';
import { isOwnClassQuery } from '#web/calls/classes.ts';
import { enrollmentInQuery } from '#web/calls/enrollments.ts';
import { useSession } from '#web/session/session-context.ts';

/** The current user's relation to a class: `pending` until it is known, `failed` if it could not be loaded. */
export const useClassRelation = (classId: string) => {
  const { user, rolePending, teaches } = useSession();
  const email = user?.email ?? '';
  const enrollment = useQuery({ ...enrollmentInQuery(email, classId), enabled: Boolean(user) });
  const isOwn = useQuery({ ...isOwnClassQuery(email, classId), enabled: Boolean(user) && teaches });
  if (enrollment.data) return { as: 'student', enrollment: enrollment.data } as const;
  if (isOwn.data) return { as: 'teacher' } as const;
  const unknown = [enrollment, isOwn].filter(({ isEnabled, data }) => isEnabled && data === undefined);
  if (unknown.some(({ isError, isPaused }) => isError || isPaused))
    return { as: 'failed', retry: () => unknown.forEach(({ refetch }) => void refetch()) } as const;
  if (user && (rolePending || unknown.length > 0)) return { as: 'pending' } as const;
  return { as: 'visitor' } as const;
};
