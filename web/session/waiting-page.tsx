import { PATHS } from '#web/paths.ts';
import { Outlet } from '#web/routing/screens.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** What visitors without JavaScript see of a page that needs it. */
export const WithoutScripts = () => (
  <noscript>
    <div className="page grid gap-4">
      <h1>This page needs JavaScript</h1>
      <p>Turn it on in your browser and reload the page. You can browse the classes without it.</p>
      <p>
        <a href={PATHS.allClasses} className="btn btn-primary">
          See all classes
        </a>
      </p>
    </div>
  </noscript>
);

/** The content of a page until it is known who sees it. */
export const WaitingPage = () => (
  <>
    <WithoutScripts />
    <div className="needs-scripts">
      <PageSpinner />
    </div>
  </>
);

/** For screens that depend on what the server does not read: the address's query, or the state of the history. */
export const AfterHydration = () => (useHydrated() ? <Outlet /> : <WaitingPage />);
