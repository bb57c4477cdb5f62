import { renderSVG } from 'uqr';
import { type Code, codeSchema } from '#contract/auth.ts';
import { verifyCode } from '#web/calls/account.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useSession } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

export interface Setup {
  /** The `otpauth://` URI for authenticator apps. */
  uri: string;
  backupCodes: string[];
}

/** Shows the QR code and the backup codes, and asks for a first code to verify the setup. */
export const SecondFactorSetup = ({ setup: { uri, backupCodes } }: { setup: Setup }) => {
  const { withNewSession } = useSession();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<Code>({
    schema: codeSchema,
    onSend: async ({ code }) => {
      await withNewSession(() => verifyCode(code));
      await showToast('Two-factor authentication is on');
    },
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-center">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
          alt="QR code for your authenticator app"
          width={192}
          height={192}
          className="size-48 rounded-field bg-white p-2"
        />
        <div className="grid min-w-0 gap-2">
          <p>Scan this with your authenticator app or enter the key:</p>
          <p className="font-mono text-sm break-all">{new URL(uri).searchParams.get('secret')}</p>
        </div>
      </div>
      <div className="grid gap-2">
        <h3 className="font-bold">Backup codes</h3>
        <p className="muted">Store them somewhere you can reach without your phone. Each code works once.</p>
        <ul className="grid gap-1 font-mono text-sm sm:grid-cols-2">
          {backupCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
        <Field
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register('code')}
        />
        <SubmitButton busy={isSubmitting} className="justify-self-start">
          Turn it on
        </SubmitButton>
        {failure && <FormError>{failure}</FormError>}
      </form>
    </div>
  );
};
