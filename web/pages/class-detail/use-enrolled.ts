import { useQuery } from '@tanstack/react-query';
import { enrollmentInQuery } from '#web/calls/enrollments.ts';
import { useSession } from '#web/session/session-context.ts';

/** Whether the signed-in person has the class; false until it is known. */
export const useEnrolled = (classId: string): boolean => {
  const { user } = useSession();
  const { data } = useQuery({ ...enrollmentInQuery(user?.email ?? '', classId), enabled: Boolean(user) });
  return Boolean(data);
};
