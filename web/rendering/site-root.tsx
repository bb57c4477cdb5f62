import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { type Site, SiteContext } from '#web/meta/site-context.ts';

interface SiteRootProps {
  site: Site;
  queryClient: QueryClient;
  children: ReactNode;
}

/** The providers around the router, in the browser and on the server. */
export const SiteRoot = ({ site, queryClient, children }: SiteRootProps) => (
  <StrictMode>
    <SiteContext value={site}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SiteContext>
  </StrictMode>
);
