import { useQuery } from '@tanstack/react-query';
import { Lock, ShieldAlert } from 'lucide-react';
import { Link, Outlet, useLocation } from 'react-router';
import { configQuery } from '#web/calls/config.ts';
import { roleQuery } from '#web/calls/users.ts';
import { PATHS } from '#web/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useSession, useSignedInUser } from './session-context.ts';

const Refusal = ({ of }: { of: 'admin' | 'teacher' }) => {
  const { role } = useSession();
  const mayAsk = of === 'teacher' && role === 'student';
  const title = `This page is for ${of === 'admin' ? 'admins' : 'teachers'}`;
  return (
    <Notice icon={<Lock />} title={title} heading="h1" role="alert">
      {mayAsk ? (
        <>
          <p className="muted">Would you like to teach? Tell us about yourself and we will have a look.</p>
          <Link to={PATHS.teacherRequest} className="btn btn-primary">
            Become a teacher
          </Link>
        </>
      ) : (
        <Link to={PATHS.userHome} className="btn btn-primary">
          Go to your dashboard
        </Link>
      )}
    </Notice>
  );
};

const SecondFactorFirst = () => (
  <Notice icon={<ShieldAlert />} title="Set up two-factor sign-in first" heading="h1" role="alert">
    <p className="muted">Admins can do much here, so a password alone is not enough.</p>
    <Link to={PATHS.account} className="btn btn-primary">
      Set it up
    </Link>
  </Notice>
);

/** Asks for the role anew before a screen is shown: it may have changed since the last one. */
const Guard = ({ role }: { role: 'admin' | 'teacher' }) => {
  const { email, hasSecondFactor } = useSignedInUser();
  const { data: config } = useQuery(configQuery);
  const { data, isFetchedAfterMount, refetch } = useQuery({ ...roleQuery(email), refetchOnMount: 'always' });
  if (!isFetchedAfterMount) return <PageSpinner />;
  if (!data)
    return <LoadError heading="h1" title="This page could not be loaded" onRetry={() => void refetch()} />;
  const isAdmitted = role === 'teacher' ? data.teaches : data.role === 'admin';
  if (isAdmitted && role === 'admin' && config?.adminsNeedSecondFactor && !hasSecondFactor)
    return <SecondFactorFirst />;
  return isAdmitted ? <Outlet /> : <Refusal of={role} />;
};

/**
 * Shows its screens to admins, or to whoever teaches; others are told whom the page is for, without being
 * signed out.
 */
export const RequireRole = ({ role }: { role: 'admin' | 'teacher' }) => (
  <Guard key={useLocation().pathname} role={role} />
);
