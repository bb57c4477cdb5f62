import { canHaveBottomBar, isStandalone } from '#web/paths.ts';
import { Outlet, useLocation } from '#web/routing/screens.tsx';
import { SessionProvider } from '#web/session/session-provider.tsx';
import { Footer } from './footer.tsx';
import { LazyPageExtras } from './lazy-page-extras.tsx';
import { Navbar } from './navbar.tsx';

/** The layout of every page: fixed navbar, content, footer. */
export const SiteLayout = () => {
  const { pathname } = useLocation();
  const alone = isStandalone(pathname);
  return (
    <SessionProvider>
      <a
        href="#content"
        className="btn btn-primary fixed start-4 top-3 z-40 -translate-y-24 focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      {!alone && <Navbar />}
      <div className={canHaveBottomBar(pathname) ? 'above-bottom-bar' : undefined}>
        <main
          id="content"
          tabIndex={-1}
          className={`min-h-screen outline-none print:min-h-0 print:pt-0 ${alone ? '' : 'pt-16'}`}
        >
          <Outlet />
        </main>
        {!alone && <Footer />}
      </div>
      <LazyPageExtras />
    </SessionProvider>
  );
};
