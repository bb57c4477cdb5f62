import { useQuery } from '@tanstack/react-query';
import { GraduationCap, Hourglass } from 'lucide-react';
import { ownTeacherRequestQuery } from '#web/calls/teacher-requests.ts';
import { roleQuery } from '#web/calls/users.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { RequestForm } from './request-form.tsx';

const Rejected = ({ reason }: { reason: string | undefined }) => (
  <div role="status" className="panel grid gap-2 border-error p-5">
    <p className="font-bold">Your last request was not accepted</p>
    {reason && (
      <p>
        Reason: <bdi>{reason}</bdi>
      </p>
    )}
    <p className="muted text-sm">You’re welcome to apply again.</p>
  </div>
);

/** The request form, or the status of the user's request. */
const Request = () => {
  const { rolePending } = useSession();
  const { email } = useSignedInUser();
  const roles = useQuery(roleQuery(email));
  const { data, isPending, refetch } = useQuery(ownTeacherRequestQuery(email));
  if (rolePending || isPending) return <PageSpinner />;
  if (data === undefined || !roles.data) {
    const retry = () => Promise.all([refetch(), roles.refetch()]);
    return <LoadError title="Your request could not be loaded" onRetry={() => void retry()} />;
  }
  if (roles.data.teaches) {
    return (
      <Notice icon={<GraduationCap />} title="You’re already a teacher">
        <Link to={PATHS.dashboard} className="btn btn-primary">
          Go to your dashboard
        </Link>
      </Notice>
    );
  }
  if (data?.status === 'Pending') {
    return (
      <Notice icon={<Hourglass />} title="Your request is being reviewed" role="status">
        <p className="muted">We review every request personally. You’ll see our decision here.</p>
      </Notice>
    );
  }
  const rejected = data?.status === 'rejected' ? data : undefined;
  return (
    <>
      {rejected && <Rejected reason={rejected.reason} />}
      <RequestForm rejected={rejected} />
    </>
  );
};

export const Component = () => {
  return (
    <div className="page grid max-w-4xl gap-8">
      <PageMeta title="Teach With Us" />
      <header className="grid gap-3">
        <h1>Teach With Us</h1>
        <p className="muted max-w-2xl text-lg">
          Tell us who you are and what you do. Once you are a teacher you can add classes and set your own
          prices.
        </p>
      </header>
      <Request />
    </div>
  );
};
