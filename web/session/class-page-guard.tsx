import { useSite } from '#web/meta/site-context.ts';
import { Outlet } from '#web/routing/screens.tsx';
import { RequireLogin } from './require-login.tsx';

/** Asks visitors of a class's page to log in, unless the site shows these pages to everybody. */
export const ClassPageGuard = () => (useSite().classPages === 'public' ? <Outlet /> : <RequireLogin />);
