import { Download } from 'lucide-react';
import { renderSVG } from 'uqr';
import { type Code, codeSchema } from '#contract/auth.ts';
import { verifyCode } from '#web/calls/account.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useSession } from '#web/session/session-context.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

export interface Setup {
  /** The `otpauth://` URI for authenticator apps. */
  uri: string;
  backupCodes: string[];
}

const FILE_NAME = 'backup-codes.txt';

interface SecondFactorSetupProps {
  setup: Setup;
  /** Nothing has changed for the user until a code is verified, and another setup replaces the key. */
  onCancel: () => void;
}

/** Shows the QR code and the backup codes, and asks for a first code to verify the setup. */
export const SecondFactorSetup = ({ setup: { uri, backupCodes }, onCancel }: SecondFactorSetupProps) => {
  const { withNewSession } = useSession();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<Code>({
    schema: codeSchema,
    onSend: async ({ code }) => {
      await withNewSession(() => verifyCode(code));
      await showToast('Two-factor authentication is on');
    },
  });
  const key = new URL(uri).searchParams.get('secret') ?? '';
  const codes = backupCodes.join('\n');
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
        <div className="grid min-w-0 justify-items-start gap-2">
          <p>Scan this with your authenticator app or enter the key:</p>
          <p className="font-mono text-sm break-all">{key}</p>
          <CopyButton what="key" text={key} />
          <a href={uri} className="link min-h-6 text-sm font-semibold text-primary sm:hidden">
            Open in an authenticator app
          </a>
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
        <div className="flex flex-wrap gap-2">
          <CopyButton what="codes" text={codes} />
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => saveFile(new Blob([`${codes}\n`], { type: 'text/plain' }), FILE_NAME)}
          >
            <Download className="size-4" aria-hidden="true" />
            Download codes
          </button>
        </div>
      </div>
      <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
        <Field
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...register('code')}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy={isSubmitting}>Turn it on</SubmitButton>
          <button type="button" className="btn btn-lg" disabled={isSubmitting} onClick={onCancel}>
            Cancel
          </button>
        </div>
        {failure && <FormError>{failure}</FormError>}
      </form>
    </div>
  );
};
