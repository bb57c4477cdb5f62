import { type AccountDeletion, accountDeletionSchema, NOT_YOUR_EMAIL } from '#contract/account.ts';
import { describeDeletionLoss } from '#web/account/describe-deletion-loss.ts';
import { useOptionalPasswordHint } from '#web/account/password-hints.ts';
import { deleteOwnAccount, fetchOwnDeletionLoss } from '#web/calls/account.ts';
import { loadIdentity } from '#web/calls/session/identity-session.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

/** The server refuses another address as well, but only after the user has been asked whether they are sure. */
const deletionSchemaFor = (own: string) =>
  accountDeletionSchema.extend({
    email: accountDeletionSchema.shape.email.refine((email) => email === own, NOT_YOUR_EMAIL),
  });

/** Deletes the user's account. Asks for the email and the password as confirmation. */
export const DeletionForm = () => {
  const { signOut } = useSession();
  const { email } = useSignedInUser();
  const navigate = useNavigate();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<AccountDeletion>({
    schema: deletionSchemaFor(email),
    onSend: async (input) => {
      const loss = describeDeletionLoss('You', await fetchOwnDeletionLoss());
      if (!(await confirmDeletion(undefined, loss.join(' ')))) return;
      await deleteOwnAccount(input);
      await navigate(PATHS.home, { isFinal: true });
      // The sessions have ended with the account. A logout that fails must not leave it on the screen.
      await signOut().catch(async () => (await loadIdentity()).forgetSession());
      void showToast('Your account has been deleted');
    },
  });
  return (
    <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
      <p className="muted">
        Your certificates will no longer be valid, and you will lose access to the classes that you are
        enrolled in. Your feedback, submissions, notes and files will be deleted. Classes that you teach can
        no longer be found or bought, but their students keep them. If you bought or sold a class, we keep
        your name, your email address and the receipts, as required by law.
      </p>
      <Field
        label="Your email address"
        type="email"
        autoComplete="off"
        hint="To confirm"
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        hint={useOptionalPasswordHint()}
        error={errors.password?.message}
        {...register('password')}
      />
      <SubmitButton busy={isSubmitting} destructive className="justify-self-start">
        Delete my account
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
