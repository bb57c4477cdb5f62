import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClassChange } from '#contract/class-changes.ts';
import { withdrawClassChange } from '#web/calls/class-changes.ts';
import { classKeys } from '#web/calls/classes.ts';
import { ComparedTexts } from '#web/review/compared-texts.tsx';
import { confirmDiscarding, UNSAVED_LOST } from '#web/forms/use-leave-warning.ts';
import { confirm } from '#web/ui/confirm.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { showToast } from '#web/ui/toast.ts';

interface PanelProps {
  title: string;
  text: ReactNode;
  change: ClassChange;
  children: ReactNode;
}

const Panel = ({ title, text, change, children }: PanelProps) => (
  <section aria-labelledby="proposed-change" className="panel grid gap-5 p-5 sm:p-6">
    <div className="grid gap-1">
      <h2 id="proposed-change" className="text-lg">
        {title}
      </h2>
      <p className="muted wrap-anywhere">{text}</p>
    </div>
    <ComparedTexts
      before={change.current}
      after={change.proposed}
      labels={{ before: 'Published now', after: 'Proposed' }}
    />
    {children}
  </section>
);

interface PendingChangeProps {
  change: ClassChange;
  /** Whether the form below has unsaved changes. */
  isDirty: boolean;
  onWithdrawn: () => void;
}

/** A change awaiting review, which the teacher can withdraw. */
export const PendingChange = ({ change, isDirty, onWithdrawn }: PendingChangeProps) => {
  const queryClient = useQueryClient();
  const withdrawal = useMutation({
    mutationFn: () => withdrawClassChange(change._id),
    onSuccess: () => {
      onWithdrawn();
      void showToast('Change withdrawn');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: classKeys.all }),
  });
  const confirmAndWithdraw = async () => {
    const question = {
      title: 'Withdraw your change?',
      text: 'The published class will not change.',
      confirm: 'Withdraw change',
    };
    if (await confirmDiscarding(question, isDirty)) withdrawal.mutate();
  };
  return (
    <Panel
      title="Your change is awaiting review"
      text="Visitors see the published version until an admin approves your change. You can still edit the change below, or withdraw it."
      change={change}
    >
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm justify-self-start"
        disabled={withdrawal.isPending}
        onClick={() => void confirmAndWithdraw()}
      >
        Withdraw change
      </button>
      {withdrawal.error && <FormError>{withdrawal.error.message}</FormError>}
    </Panel>
  );
};

interface RejectedChangeProps {
  change: ClassChange;
  /** Whether the form below has unsaved changes. */
  isDirty: boolean;
  onReuse: () => void;
}

/** A rejected change, with the reason. */
export const RejectedChange = ({ change, isDirty, onReuse }: RejectedChangeProps) => {
  const reuse = async () => {
    const question = {
      title: 'Edit this change?',
      text: UNSAVED_LOST,
      confirm: 'Edit',
      buttonClass: 'btn-error',
    };
    if (!isDirty || (await confirm(question))) onReuse();
  };
  return (
    <Panel
      title="Your change was not approved"
      text={
        change.reason ? (
          <>
            Reason: <bdi>{change.reason}</bdi>
          </>
        ) : (
          'The published class has not changed.'
        )
      }
      change={change}
    >
      <button
        type="button"
        className="btn btn-outline btn-sm justify-self-start"
        onClick={() => void reuse()}
      >
        Edit this change
      </button>
    </Panel>
  );
};
