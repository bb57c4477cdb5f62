import { type Code, codeSchema } from '#contract/auth.ts';
import { verifyCode } from '#web/calls/account.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface CodeFormProps {
  /** Called once the code is verified. */
  onDone: () => Promise<unknown>;
  /** Whether the form stays busy after that, because the screen is about to change. */
  busy?: boolean;
}

/** Asks for a code of the authenticator app or a backup code. */
export const CodeForm = ({ onDone, busy = false }: CodeFormProps) => {
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
      <SubmitButton busy={isSubmitting || busy}>Continue</SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
