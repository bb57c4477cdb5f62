import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TEXT_LIMITS } from '#contract/common.ts';
import { type EditedPage, type PageContent, pageContentSchema } from '#contract/site-pages.ts';
import { fillIn, fillInMarkdown } from '#web/article/fill-in.ts';
import { PAGE_LABELS } from '#web/article/page-labels.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { editedPagesQuery, writePage } from '#web/calls/site-pages.ts';
import { DiscardButton } from '#web/forms/discard-button.tsx';
import { DraftButtons } from '#web/forms/draft-buttons.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSAVED } from '#web/forms/use-leave-warning.ts';
import { TextEditor } from '#web/markdown/text-editor.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageStatus } from './page-status.tsx';
import { usePageChanges } from './use-page-changes.ts';

const contentOf = ({ name, draft, published }: EditedPage): PageContent =>
  draft ?? published ?? { title: PAGE_LABELS[name], lead: '', text: '' };

/** The texts of a page, with a preview. Changes are saved as a draft until it is published. */
export const PageForm = ({ page }: { page: EditedPage }) => {
  const queryClient = useQueryClient();
  const show = usePageChanges();
  const { company } = useSite().brand;
  const publishes = useRef(false);
  const [isOutdated, setOutdated] = useState(false);
  /** The version that the form was filled from. The page is reloaded while the form is open. */
  const [version, setVersion] = useState(page.version);
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
      try {
        const stored = await writePage({ name: page.name, version }, content, publishes.current);
        void showToast(publishes.current ? 'Page published' : 'Draft saved');
        return noteStored(stored);
      } catch (error) {
        setOutdated(error instanceof ApiError && error.code === 'edit_conflict');
        throw error;
      }
    },
  });
  const { title, lead, text } = useWatch({ control }) as PageContent;
  const noteStored = (stored: EditedPage): PageContent => {
    show(stored);
    setVersion(stored.version);
    setOutdated(false);
    return contentOf(stored);
  };
  const showInstead = (stored: EditedPage) => reset(noteStored(stored));
  const discard = async () => {
    const current = await queryClient.query({ ...editedPagesQuery, ...CURRENT });
    showInstead(current.find(({ name }) => name === page.name)!);
  };

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageStatus page={page} isDirty={isDirty} onChange={showInstead} />
      <form method="post" className="panel grid grid-cols-1 gap-6 p-5 sm:p-8" onSubmit={onSubmit} noValidate>
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
        {failure && <FormError>{failure}</FormError>}
        {isOutdated && <DiscardButton what="the current page" onDiscard={discard} />}
      </form>
    </div>
  );
};
