import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import { type Site, SiteContext } from '#web/meta/site-context.ts';

interface SiteRootProps {
  site: Site;
  queryClient: QueryClient;
  children: ReactNode;
}

/** The providers around the router, in the browser and on the server. */
export const SiteRoot = ({ site, queryClient, children }: SiteRootProps) => {
  // Runs when every control of the page responds.
  useEffect(() => {
    document.documentElement.dataset.interactive = '';
  }, []);
  const [brand, showBrand] = useState(site.brand);
  const shown = useMemo(() => ({ ...site, brand, showBrand }), [site, brand]);
  return (
    <StrictMode>
      <SiteContext value={shown}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </SiteContext>
    </StrictMode>
  );
};
