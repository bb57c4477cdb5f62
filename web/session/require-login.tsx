import { Navigate, Outlet, useLocation } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useSession } from './session-context.ts';

interface RequireLoginProps {
  /** What to show while the session is loading. `page` for pages with public data, which search engines read. */
  meanwhile?: 'spinner' | 'page';
}

/** Redirects anonymous visitors to the login page, which brings them back. Waits until the session is loaded. */
export const RequireLogin = ({ meanwhile = 'spinner' }: RequireLoginProps) => {
  const { user, loading, failure, retry } = useSession();
  const location = useLocation();
  if (loading) return meanwhile === 'page' ? <Outlet /> : <PageSpinner />;
  if (failure) {
    return (
      <div className="page">
        <LoadError heading="h1" title={failure} onRetry={retry} />
      </div>
    );
  }
  if (!user) return <Navigate to={PATHS.login} state={{ from: location, skipLeaveWarning: true }} replace />;
  return <Outlet />;
};
