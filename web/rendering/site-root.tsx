import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import type { SiteFace } from '#contract/site-face.ts';
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
  const [changes, setChanges] = useState<Partial<SiteFace>>({});
  const shown = useMemo(() => {
    const showFace: Site['showFace'] = (change) => setChanges((before) => ({ ...before, ...change }));
    return { ...site, ...changes, showFace };
  }, [site, changes]);
  return (
    <StrictMode>
      <SiteContext value={shown}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </SiteContext>
    </StrictMode>
  );
};
