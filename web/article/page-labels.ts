import type { EditedPage, SitePageName } from '#contract/site-pages.ts';

/** Names by which admins recognize the pages, whatever their titles are. */
export const PAGE_LABELS: Readonly<Record<SitePageName, string>> = {
  about: 'About us',
  faq: 'Frequently asked questions',
  branding: 'Branding',
  marketing: 'Marketing',
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
};

/** What visitors see at the address of a page. */
export const publicationOf = ({
  published,
  isDefault,
}: EditedPage): 'Default' | 'Published' | 'Not published' => {
  if (isDefault) return 'Default';
  return published ? 'Published' : 'Not published';
};
