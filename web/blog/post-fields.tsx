import { type NewPost, slugOf } from '#contract/blog-posts.ts';
import { formatLongUtcDate } from '#contract/format-date.ts';
import { fillInMarkdown } from '#web/article/fill-in.ts';
import type { useCallForm } from '#web/forms/use-call-form.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { TextEditor } from '#web/markdown/text-editor.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';

interface PostFieldsProps {
  form: ReturnType<typeof useCallForm<NewPost>>;
  /** What the form has now. */
  present: NewPost;
  isNew: boolean;
}

/** The fields of a blog post, with a preview. */
export const PostFields = ({ form, present, isNew }: PostFieldsProps) => {
  const { register, setValue, onUploading, errors } = form;
  const { company } = useSite().brand;
  const { slug, title, author, date, picture, text } = present;
  const suggestSlug = () => {
    if (isNew && slug === '') setValue('slug', slugOf(title), { shouldDirty: true });
  };
  return (
    <>
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
    </>
  );
};
