import { type PasswordChange, passwordChangeSchema } from '#contract/auth.ts';
import { NewPasswordFields } from '#web/account/new-password-fields.tsx';
import { useNoPasswordHint } from '#web/account/password-hints.ts';
import { usePasswordMinLength } from '#web/account/use-password-min-length.ts';
import { changePassword } from '#web/calls/account.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useSession } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

const EMPTY = { currentPassword: '', newPassword: '', repeated: '' };

/** Changes the password and ends the user's other sessions. */
export const PasswordForm = () => {
  const { withNewSession } = useSession();
  const { register, errors, isSubmitting, failure, reset, onSubmit } = useCallForm<PasswordChange>({
    schema: passwordChangeSchema(usePasswordMinLength()),
    defaultValues: EMPTY,
    onSend: async ({ currentPassword, newPassword }) => {
      await withNewSession(() => changePassword(currentPassword, newPassword));
      reset(EMPTY);
      await showToast('Password changed');
    },
  });
  return (
    <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
      <p className="muted">You’ll be signed out everywhere else.</p>
      <Field
        label="Current password"
        hint={useNoPasswordHint()}
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <NewPasswordFields register={register} errors={errors} />
      <SubmitButton busy={isSubmitting} className="justify-self-start">
        Change password
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
