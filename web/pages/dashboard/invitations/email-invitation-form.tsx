import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type EmailInvitationForm as Values,
  emailInvitationFormSchema,
  splitAddresses,
} from '#contract/invitation-forms.ts';
import { configQuery } from '#web/calls/config.ts';
import { inviteByEmail } from '#web/calls/registration.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSENT } from '#web/forms/use-leave-warning.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';
import { DaysField } from './days-field.tsx';

const DEFAULTS: Values = { emails: '', days: 14 };

/** Invites users by email. */
export const EmailInvitationForm = ({ onInvited }: { onInvited: () => Promise<void> }) => {
  const { data: config } = useQuery(configQuery);
  const [alreadyRegistered, setAlreadyRegistered] = useState<string[]>([]);
  const { register, reset, errors, isSubmitting, failure, onSubmit } = useCallForm<Values>({
    schema: emailInvitationFormSchema,
    defaultValues: DEFAULTS,
    warnOnLeave: UNSENT,
    onSend: async ({ emails, days }) => {
      setAlreadyRegistered([]);
      const { invited, registered } = await inviteByEmail(splitAddresses(emails), days);
      reset({ emails: '', days });
      setAlreadyRegistered(registered);
      await onInvited();
      if (invited > 0) void showToast(invited === 1 ? 'One person invited' : `${invited} people invited`);
    },
  });
  return (
    <form method="post" className="panel grid gap-4 p-6 sm:p-8" onSubmit={onSubmit} noValidate>
      <h2>Invite by email</h2>
      <TextArea
        label="Email addresses"
        rows={4}
        hint={
          config?.sendsEmail === false
            ? 'This site can’t send email: copy each link from the list and share it.'
            : 'Each person gets their own link, which works once and only for their address.'
        }
        error={errors.emails?.message}
        {...register('emails')}
      />
      <DaysField error={errors.days?.message} {...register('days', { valueAsNumber: true })} />
      <SubmitButton busy={isSubmitting} className="justify-self-start">
        Invite
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
      <p role="status" className="wrap-anywhere empty:hidden">
        {alreadyRegistered.length > 0 && `Already have an account: ${alreadyRegistered.join(', ')}`}
      </p>
    </form>
  );
};
