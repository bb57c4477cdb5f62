import { type ReactNode, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { type NewPost, newPostSchema, type PostContent, slugOf } from '#contract/blog-posts.ts';
import { formatLongUtcDate } from '#contract/format-date.ts';
import { fillInMarkdown } from '#web/article/fill-in.ts';
import { DraftButtons } from '#web/forms/draft-buttons.tsx';
import { fieldDifferences } from '#web/forms/field-differences.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSAVED } from '#web/forms/use-leave-warning.ts';
import { VersionConflict } from '#web/forms/version-conflict.tsx';
import { ImageField } from '#web/images/image-field.tsx';
import { TextEditor } from '#web/markdown/text-editor.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
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
  const { company } = useSite().brand;
  const publishes = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { register, control, setValue, onUploading, errors, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<NewPost>({
      schema: newPostSchema,
      defaultValues: values,
      warnOnLeave: UNSAVED,
      onSend: async (post) => {
        const stored = await onSend(post, publishes.current);
        if (isNew) noteCreated(post.slug);
        return stored;
      },
    });
  const present = useWatch({ control }) as NewPost;
  const { slug, title, author, date, picture, text } = present;
  const noteCreated = useCarriedOverInput(present, isNew, (name, value) =>
    setValue(name, value, { shouldDirty: true }),
  );
  const suggestSlug = () => {
    if (isNew && slug === '') setValue('slug', slugOf(title), { shouldDirty: true });
  };
  const resolve = (by: 'own' | 'other') => {
    if (by === 'other') return conflict?.onUseOther();
    // Resolving a conflict of Discard, Withdraw or Delete must not publish.
    if (!conflict?.isBySave) publishes.current = false;
    conflict?.onKeepOwn();
    form.current!.requestSubmit();
  };
  return (
    <>
      {status?.(isDirty)}
      <form
        ref={form}
        method="post"
        className="panel grid grid-cols-1 gap-6 p-5 sm:p-8"
        onSubmit={onSubmit}
        noValidate
      >
        <Field label="Title" error={errors.title?.message} {...register('title', { onBlur: suggestSlug })} />
        {isNew && (
          <Field
            label="Address"
            hint="The last part of the post’s URL. It cannot be changed later."
            error={errors.slug?.message}
            {...register('slug')}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Author" error={errors.author?.message} {...register('author')} />
          <Field
            label="Date"
            type="date"
            hint="Only shown with the post, which is public as soon as it’s published."
            error={errors.date?.message}
            {...register('date')}
          />
        </div>
        <ImageField
          label="Picture URL"
          shape="cover"
          isOptional
          {...register('picture')}
          current={picture}
          error={errors.picture?.message}
          onPicture={(address) => setValue('picture', address, { shouldDirty: true })}
          onUploading={onUploading('picture')}
        />
        <TextEditor
          text={text}
          error={errors.text?.message}
          onChange={(changed) => setValue('text', changed, { shouldDirty: true })}
          onUploading={onUploading('text')}
          placeholder="What you write appears here as your readers will see it."
          preview={{
            title,
            lead: [author, date && formatLongUtcDate(new Date(date))].filter(Boolean).join(' · '),
            text: fillInMarkdown(text, company),
          }}
        />
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
            texts={{ own: text, other: conflict.other.text }}
            published={conflict.published}
            onResolve={resolve}
          />
        )}
      </form>
    </>
  );
};
