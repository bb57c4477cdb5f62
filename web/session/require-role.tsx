import { IsRestoringProvider, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { roleQuery } from '#web/calls/users.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useIsFirstPage } from '#web/routing/router-context.ts';
import { Outlet, useLocation } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { SecondFactorFirst } from './second-factor-first.tsx';
import { useSession, useSignedInUser } from './session-context.ts';

const Refusal = ({ of }: { of: 'admin' | 'teacher' }) => {
  const { role } = useSession();
  // Admins may also teach, once their request is approved.
  const canApply = of === 'teacher' && role !== undefined;
  const title = `This page is for ${of === 'admin' ? 'admins' : 'teachers'}`;
  return (
    <Notice icon={<Lock />} title={title} heading="h1" role="alert">
      {canApply ? (
        <>
          <p className="muted">
            Interested in teaching? Tell us about yourself and we’ll review your request.
          </p>
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

/**
 * Fetches the role again before each screen, because it may have changed. On the first page of a visit, it has just
 * been fetched. Until then, users who had the role see the screen, but it loads nothing, because a refused call
 * would end their session.
 */
const Guard = ({ role }: { role: 'admin' | 'teacher' }) => {
  // Filters and sort orders change the address, but not the screen.
  const [isArrival] = useState(useIsFirstPage());
  const { email } = useSignedInUser();
  const { data, isFetchedAfterMount, refetch } = useQuery({
    ...roleQuery(email),
    refetchOnMount: isArrival ? true : 'always',
  });
  const isChecking = !(isArrival && data) && !isFetchedAfterMount;
  const isAllowed = role === 'teacher' ? data?.teaches : data?.role === 'admin';
  if (isChecking && !isAllowed) return <PendingPage heading="Dashboard" />;
  if (!data)
    return <LoadError heading="h1" title="This page could not be loaded" onRetry={() => void refetch()} />;
  if (!isAllowed) return <Refusal of={role} />;
  // The provider pauses the screen's queries, as it does while a persisted cache is restored.
  const screen = (
    <IsRestoringProvider value={isChecking}>
      <Outlet />
    </IsRestoringProvider>
  );
  return role === 'teacher' ? screen : <SecondFactorFirst heading="h1">{screen}</SecondFactorFirst>;
};

/** Restricts its screens to admins or to teachers. Other users stay signed in and are told who the page is for. */
export const RequireRole = ({ role }: { role: 'admin' | 'teacher' }) => (
  <Guard key={useLocation().pathname} role={role} />
);
