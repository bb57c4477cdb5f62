import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { EditedPost, NewPost } from '#contract/blog-posts.ts';
import { PostForm } from '#web/blog/post-form.tsx';
import { blogKeys, editedPostQuery, updateBlogPost } from '#web/calls/blog-posts.ts';
import { ApiError, isMissing } from '#web/calls/client/api-error.ts';
import { showStored } from '#web/calls/client/query-client.ts';
import { useStoredVersion } from '#web/forms/use-stored-version.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Link } from '#web/routing/link.tsx';
import { useParams } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PostStatus } from './post-status.tsx';

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const valuesOf = ({ slug, draft, published }: EditedPost): NewPost => ({ slug, ...(draft ?? published)! });

interface EditorProps {
  post: EditedPost;
  /** Whether the post was deleted elsewhere while the editor is open. */
  isDeleted: boolean;
}

const Editor = ({ post, isDeleted }: EditorProps) => {
  const queryClient = useQueryClient();
  /** Counts how often the form was filled from the stored post, discarding what was typed. */
  const [fillings, setFillings] = useState(0);
  const { queryKey } = editedPostQuery(post.slug);
  const show = (stored: EditedPost) => {
    showStored(queryClient, queryKey, stored);
    queryClient.removeQueries({ queryKey: blogKeys.readers });
  };
  const { other, change, save, noteSeen, keepOwn } = useStoredVersion(post, show);
  const checkDeletion = (error: unknown) => {
    if (isNotFound(error)) void queryClient.invalidateQueries({ queryKey });
  };
  const showInstead = (stored: EditedPost) => {
    noteSeen(stored);
    setFillings(fillings + 1);
  };
  const send = async ({ slug, ...content }: NewPost, publish: boolean): Promise<NewPost> => {
    try {
      const stored = await save(content, (version) => updateBlogPost({ slug, version }, content, publish));
      void showToast(publish ? 'Post published' : 'Draft saved');
      return valuesOf(stored);
    } catch (error) {
      checkDeletion(error);
      throw error;
    }
  };
  const conflict = other && {
    other: valuesOf(other.stored),
    published: other.published,
    isBySave: other.isBySave,
    onKeepOwn: keepOwn,
    onUseOther: () => showInstead(other.stored),
  };
  return (
    <PostForm
      key={fillings}
      values={valuesOf(post)}
      isNew={false}
      hasDraft={post.draft !== null}
      onSend={send}
      status={(isDirty) =>
        isDeleted ? (
          <p className="font-semibold">This post was deleted.</p>
        ) : (
          <PostStatus
            post={post}
            isDirty={isDirty}
            change={change}
            onChange={showInstead}
            onFailure={checkDeletion}
          />
        )
      }
      conflict={conflict}
      isDeleted={isDeleted}
    />
  );
};

export const Component = () => {
  const { slug = '' } = useParams();
  const { data, error, isError, refetch } = useQuery(editedPostQuery(slug));
  const isGone = error !== null && isMissing(error);
  if (isError && !data && !isGone)
    return <LoadError heading="h1" title="The post could not be loaded" onRetry={() => void refetch()} />;
  if (isGone && !data)
    return (
      <Notice icon={<SearchX />} title="There is no such post" heading="h1" role="alert">
        <Link to={PATHS.sitePages} className="btn btn-primary">
          All pages
        </Link>
      </Notice>
    );
  if (!data) return <PendingPage heading="Blog post" />;
  const { title } = (data.draft ?? data.published)!;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title={title} />
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <BackLink to={PATHS.sitePages}>All pages</BackLink>
        <h1 dir="auto" className="max-w-full wrap-anywhere">
          {title}
        </h1>
      </div>
      <Editor key={data.slug} post={data} isDeleted={isNotFound(error)} />
    </div>
  );
};
