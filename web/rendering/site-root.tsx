import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import type { SiteInfo } from '#contract/site-info.ts';
import { type Site, SiteContext } from '#web/meta/site-context.ts';

interface SiteRootProps {
  site: Site;
  queryClient: QueryClient;
  children: ReactNode;
}

/** The providers around the router, in the browser and on the server. */
export const SiteRoot = ({ site, queryClient, children }: SiteRootProps) => {
  // Runs once the page has been hydrated.
  useEffect(() => {
    document.documentElement.dataset.interactive = '';
  }, []);
  const [changes, setChanges] = useState<Partial<SiteInfo>>({});
  const shown = useMemo(() => {
    const updateSiteInfo: Site['updateSiteInfo'] = (change) =>
      setChanges((before) => ({ ...before, ...change }));
    return { ...site, ...changes, updateSiteInfo };
  }, [site, changes]);
  return (
    <StrictMode>
      <SiteContext value={shown}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </SiteContext>
    </StrictMode>
  );
};
