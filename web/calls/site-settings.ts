import { queryOptions } from '@tanstack/react-query';
import type { HomeChanges } from '#contract/home-content.ts';
import * as calls from '#contract/site-settings.ts';
import { request } from './client/api-client.ts';

export const siteSettingsQuery = queryOptions({
  queryKey: ['site settings'],
  queryFn: async () => (await request(calls.getSiteSettings)).data,
  // Another admin may have changed them.
  staleTime: 0,
});

/** @throws ApiError `edit_conflict` if they have changed since `version` */
export const updateSiteSettings = async (
  changed: Partial<Pick<calls.SiteSettings, 'brand' | 'seller' | 'contact' | 'skills'>> & {
    home?: HomeChanges;
  },
  version: number,
): Promise<calls.SiteSettings> =>
  (await request(calls.updateSiteSettings, { body: { ...changed, version } })).data;
