import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import type { PostEntry } from '#contract/blog-posts.ts';
import { postEntriesQuery } from '#web/calls/blog-posts.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { formatDate } from '#web/ui/format-date.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

const Entry = ({ slug, title, date, isPublished, hasDraft }: PostEntry) => (
  <li className="panel flex flex-wrap items-center justify-between gap-4 p-5">
    <div className="grid min-w-0 gap-1">
      <h3 dir="auto" className="font-bold wrap-anywhere">
        {title}
      </h3>
      <p className="muted text-sm">{formatDate(date)}</p>
    </div>
    <div className="flex flex-wrap items-center gap-3">
      {hasDraft && <span className="badge badge-outline badge-warning font-semibold">Draft</span>}
      {isPublished && <span className="badge badge-outline badge-success font-semibold">Published</span>}
      <Link to={PATHS.editPost(slug)} className="btn btn-outline btn-sm">
        <Pencil className="size-4" aria-hidden="true" />
        Edit<span className="sr-only"> {title}</span>
      </Link>
    </div>
  </li>
);

/** All blog posts, newest first. */
export const PostList = () => {
  const { data, isError, refetch } = useQuery(postEntriesQuery);
  return (
    <section className="grid gap-4" aria-labelledby="posts">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="posts">Blog posts</h2>
        <Link to={PATHS.newPost} className="btn btn-primary">
          <Plus className="size-4" aria-hidden="true" />
          Write a post
        </Link>
      </div>
      {isError && !data && <LoadError title="The posts could not be loaded" onRetry={() => void refetch()} />}
      {!isError && !data && <ListSkeleton />}
      {data?.length === 0 && <p className="muted">The blog is empty.</p>}
      <ul className="grid gap-3">
        {data?.map((post) => (
          <Entry key={post.slug} {...post} />
        ))}
      </ul>
    </section>
  );
};
