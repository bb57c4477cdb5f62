import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { Redirect } from '#web/routing/link.tsx';
import { Outlet, useLocation } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { useSession } from './session-context.ts';
import { WaitingPage } from './waiting-page.tsx';

/**
 * Redirects anonymous visitors to the login page, which returns them afterwards. Waits for the session, unless the
 * server has already found one.
 */
export const RequireLogin = () => {
  const { isSignedIn } = useSite();
  const { user, loading, failure, retry } = useSession();
  const location = useLocation();
  if (loading) return isSignedIn ? <Outlet /> : <WaitingPage />;
  if (failure) {
    return (
      <div className="page">
        <LoadError heading="h1" title={failure} onRetry={retry} />
      </div>
    );
  }
  if (!user) return <Redirect to={PATHS.login} state={{ from: location }} />;
  return <Outlet />;
};
