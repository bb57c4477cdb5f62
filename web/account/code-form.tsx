import { type Code, codeSchema } from '#contract/auth.ts';
import { verifyCode } from '#web/calls/account.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Asks for a code of the authenticator app or a backup code. Calls `onDone` once the code is verified. */
export const CodeForm = ({ onDone }: { onDone: () => Promise<unknown> }) => {
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<Code>({
    schema: codeSchema,
    onSend: async ({ code }) => {
      await verifyCode(code);
      await onDone();
    },
  });
  return (
    <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
      <Field
        label="Code"
        autoComplete="one-time-code"
        // Backup codes have letters of both cases.
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        hint="If you don’t have your phone, enter one of your backup codes"
        error={errors.code?.message}
        {...register('code')}
      />
      <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
