import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './calls/query-client.ts';
import { loadMatchingRoutes } from './rendering/load-routes.ts';
import { readPageState, hydrateQueries } from './rendering/page-state.ts';
import { SiteRoot } from './rendering/site-root.tsx';
import { routes } from './routes.tsx';

const root = document.getElementById('root')!;
const { site, queries } = readPageState();
const queryClient = createQueryClient();
if (queries) hydrateQueries(queryClient, queries);
await loadMatchingRoutes(routes, window.location.pathname);

const application = (
  <SiteRoot site={site} queryClient={queryClient}>
    <RouterProvider router={createBrowserRouter(routes)} />
  </SiteRoot>
);
// A transition is rendered in small pieces, between which the page responds to input.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, application));
else {
  // The page renders its own title and robots tag.
  for (const element of document.querySelectorAll('title, meta[name="robots"]')) element.remove();
  createRoot(root).render(application);
}
