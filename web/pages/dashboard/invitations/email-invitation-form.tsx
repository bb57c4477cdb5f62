import { useQuery } from '@tanstack/react-query';
import {
  type EmailInvitationForm as Values,
  emailInvitationFormSchema,
  splitAddresses,
} from '#contract/invitation-forms.ts';
import { configQuery } from '#web/calls/config.ts';
import { inviteByEmail } from '#web/calls/registration.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';
import { DaysField } from './days-field.tsx';

const DEFAULTS: Values = { emails: '', days: 14 };

const showResult = async (invited: number, registered: string[]): Promise<void> => {
  if (invited > 0) await showToast(invited === 1 ? 'One person invited' : `${invited} people invited`);
  if (registered.length > 0)
    await showToast(`Already have an account: ${registered.join(', ')}`, invited > 0 ? 'success' : 'failure');
};

/** Invites users by email. */
export const EmailInvitationForm = ({ onInvited }: { onInvited: () => Promise<void> }) => {
  const { data: config } = useQuery(configQuery);
  const { register, reset, errors, isSubmitting, failure, onSubmit } = useCallForm<Values>({
    schema: emailInvitationFormSchema,
    defaultValues: DEFAULTS,
    warnOnLeave: true,
    onSend: async ({ emails, days }) => {
      const { invited, registered } = await inviteByEmail(splitAddresses(emails), days);
      reset({ emails: '', days });
      await onInvited();
      await showResult(invited, registered);
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
    </form>
  );
};
