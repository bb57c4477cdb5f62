import { useQuery } from '@tanstack/react-query';
import { enrollmentsQuery } from '#web/calls/enrollments.ts';
import { useSession } from '#web/session/session-context.ts';

/** Whether the signed-in person has the class; false until it is known. */
export const useEnrolled = (classId: string): boolean => {
  const { user } = useSession();
  const { data } = useQuery({ ...enrollmentsQuery(user?.email ?? ''), enabled: Boolean(user) });
  return data?.some(({ myClass }) => myClass._id === classId) ?? false;
};
