import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedPost } from '#contract/blog-posts.ts';
import { blogKeys, deletePost, discardPostDraft, withdrawPost } from '#web/calls/blog-posts.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { confirm } from '#web/ui/confirm.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { FormError } from '#web/ui/form-error.tsx';

interface PostStatusProps {
  post: EditedPost;
  /** Called when the stored post replaces the content of the form. */
  onChange: (stored: EditedPost) => void;
}

const LOST = ' Unsaved changes will be lost.';

/** What readers currently see, with the actions that unpublish or delete the post. */
export const PostStatus = ({ post, onChange }: PostStatusProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const { slug, draft, published } = post;
  const attempt = async (change: () => Promise<void>) => {
    try {
      setFailure(undefined);
      await change();
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const ask = async (title: string, text: string, change: (of: EditedPost) => Promise<EditedPost>) => {
    const question = { title, text: text + LOST, confirm: 'Yes', buttonClass: 'btn-error' };
    if (await confirm(question)) await attempt(async () => onChange(await change(post)));
  };
  const withdraw = () =>
    ask(
      'Withdraw this post?',
      draft ? 'The published text will be lost. Your draft stays.' : 'Its text is kept as a draft.',
      withdrawPost,
    );
  const remove = async () => {
    if (!(await confirmDeletion())) return;
    await attempt(async () => {
      await deletePost(post);
      queryClient.removeQueries({ queryKey: blogKeys.readers });
      queryClient.removeQueries({ queryKey: blogKeys.admins });
      await navigate(PATHS.sitePages, { isFinal: true });
    });
  };
  return (
    <div className="grid gap-3">
      <p role="status">
        {published ? 'Published.' : 'Readers can’t see this post yet.'}
        {draft && published && ' You’re viewing a draft that readers can’t see.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {published && (
          <a href={PATHS.post(slug)} target="_blank" rel="noopener" className="btn btn-outline btn-sm">
            View the post
          </a>
        )}
        {draft && published && (
          <button
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() =>
              void ask('Discard the draft?', 'What readers see will not change.', discardPostDraft)
            }
          >
            Discard the draft
          </button>
        )}
        {published && (
          <button type="button" className="btn btn-outline btn-sm" onClick={() => void withdraw()}>
            Withdraw
          </button>
        )}
        <button type="button" className="btn btn-outline btn-sm btn-error" onClick={() => void remove()}>
          Delete
        </button>
      </div>
      {failure && <FormError>{failure}</FormError>}
    </div>
  );
};
