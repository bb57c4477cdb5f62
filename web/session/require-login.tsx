import { Navigate, Outlet, useLocation } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useSession } from './session-context.ts';

/** Sends anonymous visitors to the login, which brings them back; waits until it is known who is there. */
export const RequireLogin = () => {
  const { user, loading } = useSession();
  const location = useLocation();
  if (loading) return <PageSpinner />;
  if (!user) return <Navigate to={PATHS.login} state={{ from: location }} replace />;
  return <Outlet />;
};
