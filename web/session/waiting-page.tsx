import { PATHS } from '#web/paths.ts';
import { Outlet } from '#web/routing/screens.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** The content of a page that requires JavaScript, for visitors without it. */
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

/** Placeholder content until it is known who is viewing the page. */
export const WaitingPage = () => (
  <>
    <WithoutScripts />
    <div className="needs-scripts">
      <PageSpinner />
    </div>
  </>
);

/** For screens that depend on what the server does not know: the address's query, or the history state. */
export const AfterHydration = () => (useHydrated() ? <Outlet /> : <WaitingPage />);
