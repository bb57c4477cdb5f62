import { useQuery } from '@tanstack/react-query';
import { BookOpen, CircleCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { enrollmentsQuery } from '#web/calls/enrollments.ts';
import { PATHS } from '#web/paths.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { EnrollmentCard } from './enrollment-card.tsx';

/** The payment that led here, if one did. */
const PaymentSucceeded = () => {
  const { transactionId } = (useLocation().state as { transactionId?: string } | null) ?? {};
  if (!transactionId) return null;
  return (
    <div role="status" className="panel flex items-start gap-3 border-success p-5">
      <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
      <p>
        <span className="font-bold">Payment successful.</span> You are enrolled. Transaction id:{' '}
        <code className="break-all">{transactionId}</code>
      </p>
    </div>
  );
};

const Enrollments = () => {
  const { email } = useSignedInUser();
  const { data, isPending, refetch } = useQuery(enrollmentsQuery(email));
  if (isPending) return <PageSpinner />;
  if (!data) return <LoadError title="Your classes could not be loaded" onRetry={() => void refetch()} />;
  if (data.length === 0) {
    return (
      <Notice icon={<BookOpen />} title="No enrolled classes found">
        <Link to={PATHS.allClasses} className="btn btn-primary">
          Find a class
        </Link>
      </Notice>
    );
  }
  return (
    <ul className="grid gap-5">
      {data.map((enrollment) => (
        <li key={enrollment._id}>
          <EnrollmentCard enrollment={enrollment} />
        </li>
      ))}
    </ul>
  );
};

export const Component = () => {
  useTitle('My Enrollment Class');
  return (
    <div className="grid gap-6">
      <h1>My Enrollment Class</h1>
      <PaymentSucceeded />
      <Enrollments />
    </div>
  );
};
