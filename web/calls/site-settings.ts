import { queryOptions } from '@tanstack/react-query';
import type { Brand } from '#contract/brand.ts';
import * as calls from '#contract/site-settings.ts';
import { request } from './api-client.ts';

export const siteSettingsQuery = queryOptions({
  queryKey: ['site settings'],
  queryFn: async () => (await request(calls.readSiteSettings)).data,
  // Another admin may have changed them.
  staleTime: 0,
});

/** @throws ApiError `edit_conflict` if they have changed since `version` */
export const updateSiteSettings = async (brand: Brand, version: number): Promise<calls.SiteSettings> =>
  (await request(calls.updateSiteSettings, { body: { brand, version } })).data;
