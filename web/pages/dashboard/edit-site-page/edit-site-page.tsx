import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { SitePageName } from '#contract/site-pages.ts';
import { PAGE_LABELS } from '#web/article/page-labels.ts';
import { editedPagesQuery } from '#web/calls/site-pages.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Link } from '#web/routing/link.tsx';
import { useParams } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { PageForm } from './page-form.tsx';

/** The name of the page at an address, which may be mistyped. */
const labelOf = (name = ''): string =>
  Object.hasOwn(PAGE_LABELS, name) ? PAGE_LABELS[name as SitePageName] : 'Page';

export const Component = () => {
  const { name } = useParams();
  const { data, isError, refetch } = useQuery(editedPagesQuery);
  const page = data?.find((one) => one.name === name);
  if (isError && !data)
    return <LoadError heading="h1" title="The page could not be loaded" onRetry={() => void refetch()} />;
  if (!data) return <PendingPage heading={labelOf(name)} />;
  if (!page)
    return (
      <Notice icon={<SearchX />} title="There is no such page" heading="h1" role="alert">
        <Link to={PATHS.sitePages} className="btn btn-primary">
          All pages
        </Link>
      </Notice>
    );
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title={PAGE_LABELS[page.name]} />
      <div className="grid justify-items-start gap-3">
        <BackLink to={PATHS.sitePages}>All pages</BackLink>
        <h1>{PAGE_LABELS[page.name]}</h1>
      </div>
      <PageForm key={page.name} page={page} />
    </div>
  );
};
