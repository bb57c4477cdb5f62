import { useState } from 'react';
import { LEGAL_PAGES } from '#contract/pages.ts';
import { type EditedPage, SITE_PAGE_PATHS } from '#contract/site-pages.ts';
import { publicationOf } from '#web/article/page-labels.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { discardPageDraft, withdrawPage } from '#web/calls/site-pages.ts';
import { confirmDiscarding } from '#web/forms/use-leave-warning.ts';
import { FormError } from '#web/ui/form-error.tsx';

interface PageStatusProps {
  page: EditedPage;
  isDirty: boolean;
  /** Makes a change of the version that the user has seen. */
  change: (write: (version: number) => Promise<EditedPage>) => Promise<EditedPage>;
  onChange: (stored: EditedPage) => void;
}

const STATUS_TEXTS = {
  Default: 'Visitors read the default text.',
  Published: 'Visitors read the text that was published.',
  'Not published': 'Visitors cannot open this page yet.',
};

/** What visitors currently read, with the actions that remove a text. */
export const PageStatus = ({ page, isDirty, change, onChange }: PageStatusProps) => {
  const [failure, setFailure] = useState<string>();
  const { name, draft, published, isDefault } = page;
  const isWritten = published !== null && !isDefault;
  const hasDefault = !(name in LEGAL_PAGES);
  const ask = async (
    question: { title: string; text: string; confirm: string },
    write: typeof discardPageDraft,
  ) => {
    if (!(await confirmDiscarding(question, isDirty))) return;
    try {
      setFailure(undefined);
      onChange(await change((version) => write({ name, version })));
    } catch (error) {
      // A conflict is shown at the form.
      if (!storedInConflict(error)) setFailure((error as Error).message);
    }
  };
  const withdraw = () =>
    ask(
      {
        title: hasDefault ? 'Restore the default?' : 'Withdraw this page?',
        text: draft
          ? 'The published text will be lost. Your draft stays.'
          : 'The published text is kept as a draft.',
        confirm: hasDefault ? 'Restore' : 'Withdraw',
      },
      withdrawPage,
    );
  const discard = () =>
    ask(
      { title: 'Discard the draft?', text: 'What visitors see will not change.', confirm: 'Discard' },
      discardPageDraft,
    );
  return (
    <div className="grid gap-3">
      <p role="status">
        {STATUS_TEXTS[publicationOf(page)]}
        {draft && ' You’re viewing a draft that they can’t see.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {published && (
          <a href={SITE_PAGE_PATHS[name]} target="_blank" rel="noopener" className="btn btn-outline btn-sm">
            View the page
          </a>
        )}
        {draft && (
          <button type="button" className="btn btn-outline btn-sm" onClick={() => void discard()}>
            Discard the draft
          </button>
        )}
        {isWritten && (
          <button type="button" className="btn btn-outline btn-sm" onClick={() => void withdraw()}>
            {hasDefault ? 'Restore the default' : 'Withdraw'}
          </button>
        )}
      </div>
      {failure && <FormError>{failure}</FormError>}
    </div>
  );
};
