import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type EditedPage, SITE_PAGE_PATHS } from '#contract/site-pages.ts';
import { PAGE_LABELS, publicationOf } from '#web/article/page-labels.ts';
import { editedPagesQuery } from '#web/calls/site-pages.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PostList } from './post-list.tsx';

const Entry = ({ page }: { page: EditedPage }) => {
  const { name, draft, published, updatedAt } = page;
  return (
    <li className="panel flex flex-wrap items-center justify-between gap-4 p-5">
      <div className="grid min-w-0 gap-1">
        <h2 className="text-lg">{PAGE_LABELS[name]}</h2>
        <p className="muted text-sm">
          {SITE_PAGE_PATHS[name]}
          {updatedAt && ` · changed ${formatMoment(updatedAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {draft && <span className="badge badge-outline badge-warning font-semibold">Draft</span>}
        <span className={`badge badge-outline font-semibold ${published ? 'badge-success' : ''}`}>
          {publicationOf(page)}
        </span>
        <Link to={PATHS.sitePage(name)} className="btn btn-outline btn-sm">
          <Pencil className="size-4" aria-hidden="true" />
          Edit<span className="sr-only"> {PAGE_LABELS[name]}</span>
        </Link>
      </div>
    </li>
  );
};

/** All pages whose texts admins write. */
export const Component = () => {
  const { data, isError, refetch } = useQuery(editedPagesQuery);
  return (
    <div className="grid gap-6">
      <PageMeta title="Pages" />
      <div>
        <h1>Pages</h1>
        <p className="muted mt-1">
          Terms, privacy and imprint get their links in the footer when you publish them.
        </p>
      </div>
      {isError && !data && <LoadError title="The pages could not be loaded" onRetry={() => void refetch()} />}
      {!isError && !data && <ListSkeleton />}
      {data && (
        <ul className="grid gap-3">
          {data.map((page) => (
            <Entry key={page.name} page={page} />
          ))}
        </ul>
      )}
      {/* Not before what is above it, which would push it down under the pointer. */}
      {(data || isError) && <PostList />}
    </div>
  );
};
