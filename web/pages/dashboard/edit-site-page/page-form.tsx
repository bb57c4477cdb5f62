import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { type EditedPage, type PageContent, pageContentSchema } from '#contract/site-pages.ts';
import { fillIn, fillInMarkdown } from '#web/article/fill-in.ts';
import { PAGE_LABELS } from '#web/article/page-labels.ts';
import { writePage } from '#web/calls/site-pages.ts';
import { DraftButtons } from '#web/forms/draft-buttons.tsx';
import { fieldDifferences } from '#web/forms/field-differences.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSAVED } from '#web/forms/use-leave-warning.ts';
import { useStoredVersion } from '#web/forms/use-stored-version.ts';
import { VersionConflict } from '#web/forms/version-conflict.tsx';
import { TextEditor } from '#web/markdown/text-editor.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageStatus } from './page-status.tsx';
import { usePageChanges } from './use-page-changes.ts';

const contentOf = ({ name, draft, published }: EditedPage): PageContent =>
  draft ?? published ?? { title: PAGE_LABELS[name], lead: '', text: '' };

const LABELS = { title: 'Title', lead: 'Introduction' };

/** The texts of a page, with a preview. Changes are saved as a draft until it is published. */
export const PageForm = ({ page }: { page: EditedPage }) => {
  const show = usePageChanges();
  const { company } = useSite().brand;
  const publishes = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { other, change, save, noteSeen, keepOwn } = useStoredVersion(page, show);
  const {
    register,
    control,
    setValue,
    onUploading,
    reset,
    errors,
    isSubmitting,
    isDirty,
    failure,
    onSubmit,
  } = useCallForm<PageContent>({
    schema: pageContentSchema,
    defaultValues: contentOf(page),
    warnOnLeave: UNSAVED,
    onSend: async (content) => {
      const publish = publishes.current;
      const stored = await save(content, (version) =>
        writePage({ name: page.name, version }, content, publish),
      );
      void showToast(publish ? 'Page published' : 'Draft saved');
      return contentOf(stored);
    },
  });
  const { title, lead, text } = useWatch({ control }) as PageContent;
  const showInstead = (stored: EditedPage) => {
    noteSeen(stored);
    reset(contentOf(stored));
  };
  const resolve = ({ stored, isBySave }: NonNullable<typeof other>, by: 'own' | 'other') => {
    if (by === 'other') return showInstead(stored);
    // Resolving a conflict of Discard or Withdraw must not publish.
    if (!isBySave) publishes.current = false;
    keepOwn();
    form.current!.requestSubmit();
  };

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageStatus page={page} isDirty={isDirty} change={change} onChange={showInstead} />
      <form
        ref={form}
        method="post"
        className="panel grid grid-cols-1 gap-6 p-5 sm:p-8"
        onSubmit={onSubmit}
        noValidate
      >
        <Field label="Title" error={errors.title?.message} {...register('title')} />
        <Field
          label="Introduction"
          hint="Below the title, and in search engines. Optional. {company} stands for the name of your company."
          error={errors.lead?.message}
          {...register('lead')}
        />
        <TextEditor
          text={text}
          maxLength={TEXT_LIMITS.page}
          error={errors.text?.message}
          onChange={(changed) => setValue('text', changed, { shouldDirty: true })}
          onUploading={onUploading('text')}
          placeholder="What you write appears here as your visitors will see it."
          preview={{
            title: fillIn(title, company),
            lead: fillIn(lead, company),
            text: fillInMarkdown(text, company),
          }}
        />
        {page.name === 'faq' && (
          <p className="muted text-sm">Each heading is a question, and the text below it is its answer.</p>
        )}
        <DraftButtons
          isSubmitting={isSubmitting}
          isDirty={isDirty}
          isNew={false}
          hasDraft={page.draft !== null}
          onChoose={(publish) => (publishes.current = publish)}
        />
        {failure && !other && <FormError>{failure}</FormError>}
        {other && (
          <VersionConflict
            title="This page was changed elsewhere while you were editing it."
            differences={fieldDifferences(LABELS, { title, lead }, contentOf(other.stored))}
            texts={{ own: text, other: contentOf(other.stored).text }}
            published={other.published}
            onResolve={(by) => resolve(other, by)}
          />
        )}
      </form>
    </div>
  );
};
