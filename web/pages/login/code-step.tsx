import { type Code, codeSchema } from '#contract/auth.ts';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { giveCode } from '#web/calls/account.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

/** The second step for whoever has two-factor sign-in. */
export const CodeStep = ({ onBack }: { onBack: () => void }) => {
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<Code>({
    schema: codeSchema,
    onSend: async ({ code }) => {
      await giveCode(code);
      await showToast('Login Successful');
    },
  });
  return (
    <AccountPanel title="One more step" lead="Enter the code that your authenticator app shows now.">
      <PageMeta title="Login" />
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        <Field
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          hint="Without your phone, enter one of your backup codes"
          error={errors.code?.message}
          {...register('code')}
        />
        <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
        {failure && <FormError>{failure}</FormError>}
      </form>
      <button
        type="button"
        className="link justify-self-start text-sm font-semibold text-primary"
        onClick={onBack}
      >
        Back
      </button>
    </AccountPanel>
  );
};
