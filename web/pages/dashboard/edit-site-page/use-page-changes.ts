import { useQueryClient } from '@tanstack/react-query';
import { LEGAL_PAGES, type LegalPageName } from '#contract/pages.ts';
import type { EditedPage } from '#contract/site-pages.ts';
import { editedPagesQuery, pageQuery } from '#web/calls/site-pages.ts';
import { useSite } from '#web/meta/site-context.ts';

const legalPagesOf = (pages: EditedPage[]) =>
  pages.flatMap(({ name, published }) =>
    name in LEGAL_PAGES && published ? [{ name: name as LegalPageName, title: published.title }] : [],
  );

/** @returns a function that shows a stored page at once: in the list, to readers, and in the footer */
export const usePageChanges = () => {
  const queryClient = useQueryClient();
  const { updateSiteInfo } = useSite();
  return (stored: EditedPage): void => {
    // A pending response may be older.
    void queryClient.cancelQueries({ queryKey: editedPagesQuery.queryKey, exact: true });
    const pages = queryClient.setQueryData(editedPagesQuery.queryKey, (known) =>
      known?.map((page) => (page.name === stored.name ? stored : page)),
    );
    // A page that did not exist before may exist now.
    queryClient.removeQueries({ queryKey: pageQuery(stored.name).queryKey });
    if (pages) updateSiteInfo?.({ legalPages: legalPagesOf(pages) });
  };
};
