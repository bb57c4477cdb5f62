import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedPost, NewPost } from '#contract/blog-posts.ts';
import { PostForm } from '#web/blog/post-form.tsx';
import { createBlogPost, blogKeys, editedPostQuery, updateBlogPost } from '#web/calls/blog-posts.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { useNavigate } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { today } from '#web/ui/format-date.ts';
import { showToast } from '#web/ui/toast.ts';
import { useEarlierAddresses } from './use-earlier-addresses.ts';

/** What adding a post has stored. Null if it has been changed since. */
const addedContent = ({ slug, draft, published }: EditedPost): NewPost | null =>
  draft && published ? null : { slug, ...(draft ?? published)! };

export const Component = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const [values] = useState<NewPost>(() => ({
    slug: '',
    title: '',
    author: user?.displayName ?? '',
    date: today(),
    picture: '',
    text: '',
  }));
  const unconfirmed = useUnconfirmed<NewPost>();
  const storeOnce = useEarlierAddresses((stored) => unconfirmed.includes(addedContent(stored)));
  const send = async (post: NewPost, publish: boolean): Promise<NewPost> => {
    const { slug, ...content } = post;
    const stored = await storeOnce(post, () =>
      unconfirmed.change<EditedPost | undefined, EditedPost>({
        content: post,
        seen: undefined,
        contentOf: addedContent,
        write: (added) =>
          added
            ? updateBlogPost({ slug, version: added.version }, content, publish)
            : createBlogPost(post, publish),
      }),
    );
    queryClient.removeQueries({ queryKey: blogKeys.readers });
    queryClient.setQueryData(editedPostQuery(stored.slug).queryKey, stored);
    void showToast(publish ? 'Post published' : 'Draft saved');
    void navigate(PATHS.editPost(stored.slug), { replace: true, isFinal: true });
    return post;
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title="New post" />
      <div className="grid justify-items-start gap-3">
        <BackLink to={PATHS.sitePages}>All pages</BackLink>
        <h1>New post</h1>
      </div>
      <PostForm values={values} isNew hasDraft={false} onSend={send} />
    </div>
  );
};
