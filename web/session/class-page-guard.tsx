import { useSite } from '#web/meta/site-context.ts';
import { Outlet } from '#web/routing/screens.tsx';
import { RequireLogin } from './require-login.tsx';

/** Requires a login for class pages, unless the site shows them to everyone. */
export const ClassPageGuard = () => (useSite().classPages === 'public' ? <Outlet /> : <RequireLogin />);
