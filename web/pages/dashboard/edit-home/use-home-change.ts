import { useQueryClient } from '@tanstack/react-query';
import type { HomeChanges } from '#contract/home-content.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { showStored } from '#web/calls/client/query-client.ts';
import { homeContentQuery } from '#web/calls/home-content.ts';
import { siteSettingsQuery, updateSiteSettings } from '#web/calls/site-settings.ts';

/** Saves a change of the home page. If another admin has saved first, shows their version. */
export const useHomeChange = () => {
  const queryClient = useQueryClient();
  return async (home: HomeChanges, version: number): Promise<void> => {
    try {
      const stored = await updateSiteSettings({ home }, version);
      showStored(queryClient, siteSettingsQuery.queryKey, stored);
      queryClient.removeQueries({ queryKey: homeContentQuery.queryKey });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict')
        await queryClient.invalidateQueries({ queryKey: siteSettingsQuery.queryKey });
      throw error;
    }
  };
};
