import { useQuery } from '@tanstack/react-query';
import { isOwnClassQuery } from '#web/calls/classes.ts';
import { enrollmentInQuery } from '#web/calls/enrollments.ts';
import { useSession } from '#web/session/session-context.ts';

/** The current user's relation to a class, `pending` until it is known. */
export const useStanding = (classId: string) => {
  const { user, rolePending, teaches } = useSession();
  const email = user?.email ?? '';
  const enrollment = useQuery({ ...enrollmentInQuery(email, classId), enabled: Boolean(user) });
  const isOwn = useQuery({ ...isOwnClassQuery(email, classId), enabled: Boolean(user) && teaches });
  if (enrollment.data) return { as: 'student', enrollment: enrollment.data } as const;
  if (isOwn.data) return { as: 'teacher' } as const;
  const isPending = Boolean(user) && (rolePending || enrollment.isLoading || isOwn.isLoading);
  return { as: isPending ? 'pending' : 'visitor' } as const;
};
