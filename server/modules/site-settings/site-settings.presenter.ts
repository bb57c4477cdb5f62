import type { SiteSettings } from '#contract/site-settings.ts';
import type { StoredSettings } from './site-settings.repository.ts';

export const presentSettings = ({ updatedAt, ...settings }: StoredSettings): SiteSettings => ({
  ...settings,
  updatedAt: updatedAt?.toISOString() ?? null,
});
