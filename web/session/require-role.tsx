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
  // Admins may teach as well, once their request is approved.
  const mayAsk = of === 'teacher' && role !== undefined;
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

/** For admins who have yet to set up two-factor sign-in, or to give a code in this session. */
const SecondFactorFirst = ({ isSetUp }: { isSetUp: boolean }) => (
  <Notice
    icon={<ShieldAlert />}
    title={isSetUp ? 'Enter a code first' : 'Set up two-factor sign-in first'}
    heading="h1"
    role="alert"
  >
    <p className="muted">Admin accounts need two-factor authentication.</p>
    <Link to={PATHS.account} className="btn btn-primary">
      {isSetUp ? 'Enter a code' : 'Set it up'}
    </Link>
  </Notice>
);

/** Asks for the role anew before a screen is shown: it may have changed since the last one. */
const Guard = ({ role }: { role: 'admin' | 'teacher' }) => {
  const { email, hasSecondFactor, gaveCode } = useSignedInUser();
  const { data: config } = useQuery(configQuery);
  const { data, isFetchedAfterMount, refetch } = useQuery({ ...roleQuery(email), refetchOnMount: 'always' });
  if (!isFetchedAfterMount) return <PageSpinner />;
  if (!data)
    return <LoadError heading="h1" title="This page could not be loaded" onRetry={() => void refetch()} />;
  const isAdmitted = role === 'teacher' ? data.teaches : data.role === 'admin';
  const lacksCode = hasSecondFactor ? !gaveCode : config?.adminsNeedSecondFactor;
  if (isAdmitted && role === 'admin' && lacksCode) return <SecondFactorFirst isSetUp={hasSecondFactor} />;
  return isAdmitted ? <Outlet /> : <Refusal of={role} />;
};

/**
 * Shows its screens to admins, or to whoever teaches; others are told whom the page is for, without being
 * signed out.
 */
export const RequireRole = ({ role }: { role: 'admin' | 'teacher' }) => (
  <Guard key={useLocation().pathname} role={role} />
);
