import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { PostArticle } from '#web/blog/post-article.tsx';
import { postQuery } from '#web/calls/blog-posts.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { loadMarkdown } from '#web/markdown/deferred-markdown.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Link } from '#web/routing/link.tsx';
import { useParams } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MissingPage } from '#web/ui/missing-page.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { truncate } from '#web/ui/truncate.ts';

/** In characters. */
const DESCRIPTION_LENGTH = 155;

export const handle: PageHandle = {
  address: ({ params: { slug = '' } }) => (/^[a-z\d-]{1,80}$/.test(slug) ? PATHS.post(slug) : undefined),
  prefetch: ({ params: { slug = '' }, load }) => Promise.all([loadMarkdown(), load(postQuery(slug))]),
};

export const Component = () => {
  const { slug = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({ ...postQuery(slug), retryOnMount: false });
  if (isPending) return <PendingPage className="page" heading="Blog post" />;
  if (!data && isMissing(error)) return <MissingPage />;
  return (
    <div className="page grid max-w-4xl grid-cols-1 gap-6">
      <Link to={PATHS.blogs} className="link flex min-h-6 items-center gap-2 text-sm">
        <ArrowLeft className="size-4 shrink-0" aria-hidden="true" />
        All posts
      </Link>
      {data ? (
        <>
          <PageMeta
            title={data.title}
            description={truncate(data.text, DESCRIPTION_LENGTH)}
            image={data.picture}
          />
          <PostArticle
            post={data}
            heading={
              <h1 dir="auto" className="wrap-anywhere">
                {data.title}
              </h1>
            }
          />
        </>
      ) : (
        <LoadError heading="h1" title="The post could not be loaded" onRetry={() => void refetch()} />
      )}
    </div>
  );
};
