import { useQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { ownClassesQuery } from '#web/calls/classes.ts';
import { enrollmentsQuery } from '#web/calls/enrollments.ts';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';

/** Marks a class that the user teaches or is enrolled in. All cards share two requests. */
export const RelationBadge = ({ offer: { _id } }: { offer: Class }) => {
  const { email } = useSignedInUser();
  const { teaches } = useSession();
  const isEnrolled = useQuery({
    ...enrollmentsQuery(email),
    select: (enrollments) => enrollments.some(({ myClass }) => myClass._id === _id),
  });
  const isOwn = useQuery({
    ...ownClassesQuery(email, { page: 1, limit: PAGE_SIZE.max, status: 'approve' }),
    select: ({ rows }) => rows.some((own) => own._id === _id),
    enabled: teaches,
  });
  if (!isEnrolled.data && !isOwn.data) return null;
  return (
    <p className="badge absolute end-3 top-3 border-base-300 bg-base-100 font-semibold text-base-content">
      {isOwn.data ? 'Your class' : 'Enrolled'}
    </p>
  );
};
