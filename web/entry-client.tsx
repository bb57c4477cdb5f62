import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './calls/query-client.ts';
import { loadMatchingRoutes } from './rendering/load-routes.ts';
import { readPageState, hydrateQueries } from './rendering/page-state.ts';
import { SiteRoot } from './rendering/site-root.tsx';
import { routes } from './routes.tsx';

const root = document.getElementById('root')!;
const { baseUrl, queries } = readPageState();
const queryClient = createQueryClient();
if (queries) hydrateQueries(queryClient, queries);
await loadMatchingRoutes(routes, window.location.pathname);
const site = (
  <SiteRoot site={{ baseUrl }} queryClient={queryClient}>
    <RouterProvider router={createBrowserRouter(routes)} />
  </SiteRoot>
);
if (root.hasChildNodes()) hydrateRoot(root, site);
else {
  // The page renders its own title.
  document.querySelector('title')?.remove();
  createRoot(root).render(site);
}
document.documentElement.dataset.interactive = '';
