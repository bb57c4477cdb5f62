import { renderSVG } from 'uqr';
import { type Code, codeSchema } from '#contract/auth.ts';
import { giveCode } from '#web/calls/account.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useSession } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

export interface Setup {
  /** `otpauth://`, which authenticator apps read. */
  uri: string;
  backupCodes: string[];
}

/** The picture for the phone, the codes for when it is lost, and the first code, which shows that it works. */
export const SecondFactorSetup = ({ setup: { uri, backupCodes } }: { setup: Setup }) => {
  const { withNewSession } = useSession();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<Code>({
    schema: codeSchema,
    onSend: async ({ code }) => {
      await withNewSession(() => giveCode(code));
      await showToast('Two-factor sign-in is on');
    },
  });
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-center">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
          alt="QR code for your authenticator app"
          width={192}
          height={192}
          className="size-48 rounded-field bg-white p-2"
        />
        <div className="grid min-w-0 gap-2">
          <p>Scan this with your authenticator app, or type the key:</p>
          <p className="font-mono text-sm break-all">{new URL(uri).searchParams.get('secret')}</p>
        </div>
      </div>
      <div className="grid gap-2">
        <h3 className="font-bold">Backup codes</h3>
        <p className="muted">Keep them where you will find them without your phone. Each lets you in once.</p>
        <ul className="grid gap-1 font-mono text-sm sm:grid-cols-2">
          {backupCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <form className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
        <Field
          label="Code that the app shows now"
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
