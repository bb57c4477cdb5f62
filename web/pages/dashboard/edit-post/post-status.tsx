import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedPost } from '#contract/blog-posts.ts';
import { blogKeys, deleteBlogPost, discardBlogPostDraft, withdrawBlogPost } from '#web/calls/blog-posts.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { confirmDiscarding } from '#web/forms/use-leave-warning.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { FormError } from '#web/ui/form-error.tsx';

interface PostStatusProps {
  post: EditedPost;
  /** Whether the form has unsaved changes. */
  isDirty: boolean;
  /** Makes a change of the version that the user has seen. */
  change: <Result>(write: (version: number) => Promise<Result>) => Promise<Result>;
  /** Called when the stored post replaces the content of the form. */
  onChange: (stored: EditedPost) => void;
  onFailure: (error: unknown) => void;
}

/** Deletes a post. A repeat, for instance after a response was lost, finds that it is gone. */
const deleteIfThere = async (slug: string, version: number): Promise<void> => {
  try {
    await deleteBlogPost({ slug, version });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
};

/** What readers currently see, with the actions that unpublish or delete the post. */
export const PostStatus = ({ post, isDirty, change, onChange, onFailure }: PostStatusProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const { slug, draft, published } = post;
  const attempt = async (act: () => Promise<void>) => {
    try {
      setFailure(undefined);
      await act();
    } catch (error) {
      // A conflict is shown at the form.
      if (!storedInConflict(error)) setFailure((error as Error).message);
      onFailure(error);
    }
  };
  const ask = async (
    question: { title: string; text: string; confirm: string },
    write: typeof discardBlogPostDraft,
  ) => {
    if (!(await confirmDiscarding(question, isDirty))) return;
    await attempt(async () => onChange(await change((version) => write({ slug, version }))));
  };
  const withdraw = () =>
    ask(
      {
        title: 'Withdraw this post?',
        text: draft ? 'The published text will be lost. Your draft stays.' : 'Its text is kept as a draft.',
        confirm: 'Withdraw',
      },
      withdrawBlogPost,
    );
  const discard = () =>
    ask(
      { title: 'Discard the draft?', text: 'What readers see will not change.', confirm: 'Discard' },
      discardBlogPostDraft,
    );
  const remove = async () => {
    if (!(await confirmDeletion())) return;
    await attempt(async () => {
      await change((version) => deleteIfThere(slug, version));
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
          <button type="button" className="btn btn-outline btn-sm" onClick={() => void discard()}>
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
