import { startTransition } from 'react';
import { createQueryClient } from './calls/client/query-client.ts';
import { startSession } from './calls/session/start-session.ts';
import { roleQuery } from './calls/users.ts';
import { readPageState, hydrateQueries } from './rendering/page-state.ts';
import { SiteRoot } from './rendering/site-root.tsx';
import { routes } from './routes.tsx';
import { createRoot, hydrateRoot } from './rendering/react-dom.ts';
import { BrowserRoot } from './routing/browser-root.tsx';
import { loadMatchingRoutes } from './routing/load-routes.ts';
import { createRouter } from './routing/router.ts';

const root = document.getElementById('root')!;
const { site, queries } = readPageState();
const queryClient = createQueryClient();
if (queries) hydrateQueries(queryClient, queries);
if (!queries) {
  const loadRole = async () => {
    const email = await startSession();
    if (email) await queryClient.query(roleQuery(email));
  };
  // If this request fails, the route guards repeat it.
  loadRole().catch(() => undefined);
}

/** Yields to input before the next step, so that there are no long tasks. */
const yieldToInput = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

await yieldToInput();
await loadMatchingRoutes(routes, window.location.pathname);
await yieldToInput();

// A page without data from the server renders its own title and robots tag.
if (!queries) for (const element of document.querySelectorAll('title, meta[name="robots"]')) element.remove();
const router = createRouter(routes);
await yieldToInput();
const application = (
  <SiteRoot site={site} queryClient={queryClient}>
    <BrowserRoot router={router} routes={routes} />
  </SiteRoot>
);
// A transition renders in small steps, so the page responds to input in between.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, application));
else createRoot(root).render(application);
