import { useState } from 'react';
import { type InvitationLinkForm as Values, invitationLinkSchema } from '#contract/invitation-forms.ts';
import { createInvitationLink } from '#web/calls/registration.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { DaysField } from './days-field.tsx';

/** Creates an invitation link that several people can use. */
export const LinkForm = ({ onCreated }: { onCreated: () => Promise<void> }) => {
  const [link, setLink] = useState<string>();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<Values>({
    schema: invitationLinkSchema,
    defaultValues: { maxUses: 10, days: 14 },
    onSend: async ({ maxUses, days }) => {
      setLink(undefined);
      setLink((await createInvitationLink(maxUses, days)).link);
      void showToast('Link created');
      await onCreated();
    },
  });
  return (
    <div className="panel grid gap-4 p-6 sm:p-8">
      <form method="post" className="grid gap-4" onSubmit={onSubmit} noValidate>
        <h2>Create a link</h2>
        <p className="muted text-sm">
          Anyone with the link can register until it has been used for this many accounts.
        </p>
        <Field
          label="Accounts"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          error={errors.maxUses?.message}
          {...register('maxUses', { valueAsNumber: true })}
        />
        <DaysField error={errors.days?.message} {...register('days', { valueAsNumber: true })} />
        <SubmitButton busy={isSubmitting} className="justify-self-start">
          Create link
        </SubmitButton>
        {failure && <FormError>{failure}</FormError>}
      </form>
      {link && (
        <div className="grid justify-items-start gap-3">
          <div className="w-full">
            <Field label="New link" readOnly value={link} onFocus={({ target }) => target.select()} />
          </div>
          <CopyButton what="link" text={link} />
        </div>
      )}
    </div>
  );
};
