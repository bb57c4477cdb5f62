import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { POSTS_PER_PAGE } from '#contract/blog-posts.ts';
import { ArticlePage } from '#web/article/article-page.tsx';
import { PostArticle } from '#web/blog/post-article.tsx';
import { postsQuery } from '#web/calls/blog-posts.ts';
import { Pagination } from '#web/lists/pagination.tsx';
import { PastTheEnd } from '#web/lists/past-the-end.tsx';
import { loadMarkdown } from '#web/markdown/deferred-markdown.tsx';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Link } from '#web/routing/link.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';

const pageOf = (search: URLSearchParams): number => {
  const given = search.get('page') ?? '';
  return /^[1-9]\d{0,2}$/.test(given) ? Number(given) : 1;
};

const searchOf = (page: number): string => (page > 1 ? `?page=${page}` : '');

export const handle: PageHandle = {
  address: ({ search }) => PATHS.blogs + searchOf(pageOf(search)),
  prefetch: ({ search, load }) => Promise.all([loadMarkdown(), load(postsQuery(pageOf(search)))]),
};

const Posts = ({ page }: { page: number }) => {
  const { data, isPending, refetch } = useQuery(postsQuery(page));
  if (isPending) return <PageSpinner />;
  if (!data) return <LoadError title="The posts could not be loaded" onRetry={() => void refetch()} />;
  if (data.posts.length === 0 && data.total > 0) return <PastTheEnd first={searchOf(1)} />;
  if (data.posts.length === 0) return <Notice icon={<Newspaper />} title="No posts yet" />;
  return (
    <div className="grid grid-cols-1 gap-6">
      {data.posts.map((post) => (
        <PostArticle
          key={post.slug}
          post={post}
          heading={
            <h2 dir="auto" className="wrap-anywhere">
              <Link to={PATHS.post(post.slug)} className="link-hover">
                {post.title}
              </Link>
            </h2>
          }
        >
          {!post.isWhole && (
            <Link to={PATHS.post(post.slug)} className="link justify-self-start font-semibold">
              Read more<span className="sr-only">: {post.title}</span>
            </Link>
          )}
        </PostArticle>
      ))}
      {data.total > POSTS_PER_PAGE && (
        <Pagination
          page={page}
          total={data.total}
          size={POSTS_PER_PAGE}
          noun={['post', 'posts']}
          searchOf={searchOf}
        />
      )}
    </div>
  );
};

export const Component = () => {
  const [search] = useSearchParams();
  const page = pageOf(search);
  return (
    <ArticlePage
      title="Blogs"
      lead="Short notes by the people who teach here, on what they see in class."
      canonical={PATHS.blogs + searchOf(page)}
    >
      <Posts page={page} />
    </ArticlePage>
  );
};
