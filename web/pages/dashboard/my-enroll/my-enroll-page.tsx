import { useQuery } from '@tanstack/react-query';
import { BookOpen, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ENROLLMENT_SORTS } from '#contract/enrollments.ts';
import { enrollmentPageQuery } from '#web/calls/enrollments.ts';
import { useUnsavedProgress } from '#web/learning/use-unsaved-progress.ts';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PATHS } from '#web/paths.ts';
import { succeededPayment } from '#web/payments/succeeded-payment.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { EnrollmentCard } from './enrollment-card.tsx';
import { WaitingLists } from './waiting-lists.tsx';

/** Confirms the payment that redirected here, if there was one, until the user leaves. */
const PaymentSucceeded = () => {
  const [transactionId] = useState(succeededPayment.get);
  useEffect(() => succeededPayment.set(undefined), []);
  if (!transactionId) return null;
  return (
    <div role="status" className="panel flex items-start gap-3 border-success p-5">
      <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
      <p>
        <span className="font-bold">Payment successful.</span> You are enrolled. Transaction ID:{' '}
        <code className="break-all">{transactionId}</code>
      </p>
    </div>
  );
};

const SORTS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
] as const;

const Enrollments = () => {
  const { email } = useSignedInUser();
  const list = useListState({ sorts: ENROLLMENT_SORTS });
  const enrollments = useQuery(enrollmentPageQuery({ email, ...list.query }));
  useUnsavedProgress(email);
  return (
    <>
      <ListToolbar list={list} loaded={enrollments} searchLabel="Search your classes" sorts={SORTS} />
      <ListView
        list={list}
        loaded={enrollments}
        noun={['enrollment', 'enrollments']}
        failure="Your classes could not be loaded"
        empty={
          <Notice icon={<BookOpen />} title="No enrolled classes found">
            <Link to={PATHS.allClasses} className="btn btn-primary">
              Find a class
            </Link>
          </Notice>
        }
      >
        {(rows) => (
          <ul className="grid gap-5">
            {rows.map((enrollment) => (
              <li key={enrollment._id}>
                <EnrollmentCard enrollment={enrollment} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
};

export const Component = () => {
  const { email } = useSignedInUser();
  return (
    <div className="grid gap-6">
      <PageMeta title="My Enrollment Class" />
      <h1>My Enrollment Class</h1>
      <PaymentSucceeded key={email} />
      <WaitingLists />
      <Enrollments />
    </div>
  );
};
