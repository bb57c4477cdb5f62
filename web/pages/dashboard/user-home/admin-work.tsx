import { useQueries } from '@tanstack/react-query';
import { attentionQuery } from '#web/calls/attention.ts';
import { classChangesQuery } from '#web/calls/class-changes.ts';
import { classPageQuery } from '#web/calls/classes.ts';
import { moderatedPostsQuery } from '#web/calls/questions.ts';
import { teacherRequestsQuery } from '#web/calls/teacher-requests.ts';
import { undeliveredQuery } from '#web/calls/undelivered-emails.ts';
import { PATHS } from '#web/paths.ts';
import { WaitingWork } from './waiting-work.tsx';

/** Only the total is shown. */
const COUNTED = { page: 1, limit: 1 };

/** Where each of the queries is worked on, and its names for one and for several. */
const WORK = [
  { to: `${PATHS.teachersRequests}?status=Pending`, nouns: ['request to teach', 'requests to teach'] },
  { to: `${PATHS.allClassRequests}?status=Pending`, nouns: ['new class', 'new classes'] },
  { to: PATHS.classChanges, nouns: ['change to a published class', 'changes to published classes'] },
  { to: PATHS.payments, nouns: ['payment that needs attention', 'payments that need attention'] },
  {
    to: `${PATHS.reports}?state=reported`,
    nouns: ['reported question or answer', 'reported questions and answers'],
  },
  {
    to: PATHS.undeliveredEmails,
    nouns: ['email that could not be delivered', 'emails that could not be delivered'],
  },
] as const;

/** What waits for an admin's decision. */
export const AdminWork = () => {
  const { isPending, counts, refetch } = useQueries({
    queries: [
      teacherRequestsQuery({ ...COUNTED, status: 'Pending' }),
      classPageQuery({ ...COUNTED, status: 'Pending' }),
      classChangesQuery(COUNTED),
      attentionQuery,
      moderatedPostsQuery({ ...COUNTED, state: 'reported' }),
      undeliveredQuery(COUNTED),
    ],
    combine: (found) => ({
      isPending: found.some((query) => query.isPending),
      refetch: () => found.forEach((query) => void query.refetch()),
      counts: found.every(({ data }) => data)
        ? found.map(({ data }) => (Array.isArray(data) ? data.length : data!.total))
        : undefined,
    }),
  });
  const items = counts
    ?.map((count, index) => ({ count, ...WORK[index]! }))
    .filter(({ count }) => count > 0)
    .map(({ count, to, nouns }) => ({ to, text: `${count} ${nouns[count === 1 ? 0 : 1]}` }));
  return (
    <WaitingWork
      isPending={isPending}
      items={items}
      nothing="Nothing. Everything is decided."
      onRetry={refetch}
    />
  );
};
