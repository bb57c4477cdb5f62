import type { EditedPage, SitePageName } from '#contract/site-pages.ts';
import { DEFAULT_PAGES } from './default-pages.ts';
import type { StoredPage } from './site-pages.repository.ts';

/** A page as admins see it. Without published content of its own it has the default, if there is one. */
export const presentPage = (
  name: SitePageName,
  { published, draft, version, updatedAt }: StoredPage,
): EditedPage => {
  const byDefault = DEFAULT_PAGES[name];
  return {
    name,
    published: published ?? byDefault ?? null,
    draft,
    isDefault: published === null && byDefault !== undefined,
    version,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
};
