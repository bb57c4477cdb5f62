import { type ReactNode, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { type NewPost, newPostSchema, type PostContent } from '#contract/blog-posts.ts';
import { DraftButtons } from '#web/forms/draft-buttons.tsx';
import { fieldDifferences } from '#web/forms/field-differences.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSAVED } from '#web/forms/use-leave-warning.ts';
import { VersionConflict } from '#web/forms/version-conflict.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { PostFields } from './post-fields.tsx';
import { useCarriedOverInput } from './use-carried-over-input.ts';

/** What was stored elsewhere while the user was writing, and what happens when they choose one of the versions. */
interface PostConflict {
  other: NewPost;
  published?: PostContent;
  /** Whether a save found it. */
  isBySave: boolean;
  onKeepOwn: () => void;
  onUseOther: () => void;
}

interface PostFormProps {
  values: NewPost;
  isNew: boolean;
  /** Whether there is a draft that can be published as it is. */
  hasDraft: boolean;
  /** Saves a draft or publishes the post. @returns the new content of the form */
  onSend: (post: NewPost, publish: boolean) => Promise<NewPost>;
  /** What is shown above the form. It is told whether the form has unsaved changes. */
  status?: (isDirty: boolean) => ReactNode;
  conflict?: PostConflict;
  /** Whether the post was deleted elsewhere. It can no longer be saved. */
  isDeleted?: boolean;
}

const LABELS = { title: 'Title', author: 'Author', date: 'Date', picture: 'Picture URL' };

/** The form of a blog post, with a preview. The text is saved as a draft until it is published. */
export const PostForm = ({
  values,
  isNew,
  hasDraft,
  onSend,
  status,
  conflict,
  isDeleted = false,
}: PostFormProps) => {
  const publishes = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const form = useCallForm<NewPost>({
    schema: newPostSchema,
    defaultValues: values,
    warnOnLeave: UNSAVED,
    onSend: async (post) => {
      const stored = await onSend(post, publishes.current);
      if (isNew) noteCreated(post.slug);
      return stored;
    },
  });
  const { control, setValue, isSubmitting, isDirty, failure, onSubmit } = form;
  const present = useWatch({ control }) as NewPost;
  const noteCreated = useCarriedOverInput(present, isNew, (name, value) =>
    setValue(name, value, { shouldDirty: true }),
  );
  const resolve = (by: 'own' | 'other') => {
    if (by === 'other') return conflict?.onUseOther();
    // Resolving a conflict of Discard, Withdraw or Delete must not publish.
    if (!conflict?.isBySave) publishes.current = false;
    conflict?.onKeepOwn();
    element.current!.requestSubmit();
  };
  return (
    <>
      {status?.(isDirty)}
      <form
        ref={element}
        method="post"
        className="panel grid grid-cols-1 gap-6 p-5 sm:p-8"
        onSubmit={onSubmit}
        noValidate
      >
        <PostFields form={form} present={present} isNew={isNew} />
        {isDeleted ? (
          <FormError>
            This post was deleted elsewhere while you were editing it. You can still copy what you have
            written.
          </FormError>
        ) : (
          <DraftButtons
            isSubmitting={isSubmitting}
            isDirty={isDirty}
            isNew={isNew}
            hasDraft={hasDraft}
            onChoose={(publish) => (publishes.current = publish)}
          />
        )}
        {failure && !conflict && !isDeleted && <FormError>{failure}</FormError>}
        {conflict && !isDeleted && (
          <VersionConflict
            title="This post was changed elsewhere while you were editing it."
            differences={fieldDifferences(LABELS, present, conflict.other)}
            texts={{ own: present.text, other: conflict.other.text }}
            published={conflict.published}
            onResolve={resolve}
          />
        )}
      </form>
    </>
  );
};
