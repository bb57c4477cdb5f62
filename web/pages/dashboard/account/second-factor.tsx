import { ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { siteName } from '#contract/brand.ts';
import { type PasswordAgain, passwordAgainSchema } from '#contract/auth.ts';
import { CodeForm } from '#web/account/code-form.tsx';
import { useNoPasswordHint } from '#web/account/password-hints.ts';
import { enableSecondFactor, disableSecondFactor } from '#web/calls/account.ts';
import { IdentityError } from '#web/calls/session/identity.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useSite } from '#web/meta/site-context.ts';
import { later } from '#web/rendering/later.tsx';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { Setup } from './second-factor-setup.tsx';

// Its QR code would be the largest part of the screen, and few need it.
const SecondFactorSetup = later(async () => (await import('./second-factor-setup.tsx')).SecondFactorSetup);

interface PasswordStepProps {
  submitLabel: string;
  onPassword: (password: string) => Promise<void>;
}

const PasswordStep = ({ submitLabel, onPassword }: PasswordStepProps) => {
  const { register, errors, isSubmitting, failure, reset, onSubmit } = useCallForm<PasswordAgain>({
    schema: passwordAgainSchema,
    defaultValues: { password: '' },
    onSend: async ({ password }) => {
      await onPassword(password);
      reset();
    },
  });
  return (
    <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
      <Field
        label="Password, to verify it’s you"
        hint={useNoPasswordHint()}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <SubmitButton busy={isSubmitting} className="justify-self-start">
        {submitLabel}
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};

/**
 * The enabled state, with a form to turn two-factor authentication off. Asks for a code unless one was verified
 * recently.
 */
const TurnedOn = ({ onOff }: { onOff: () => void }) => {
  const { withNewSession, refresh } = useSession();
  const { isCodeVerified } = useSignedInUser();
  const [codeNeeded, setCodeNeeded] = useState(!isCodeVerified);
  const turnOff = async (password: string) => {
    try {
      await withNewSession(() => disableSecondFactor(password));
    } catch (failure) {
      if (!(failure instanceof IdentityError && failure.code === 'CODE_NEEDED')) throw failure;
      setCodeNeeded(true);
      return;
    }
    onOff();
    void showToast('Two-factor authentication is off');
  };
  return (
    <>
      <p className="flex items-center gap-2 text-success">
        <ShieldCheck className="size-5" aria-hidden="true" />
        It’s on: logging in requires your password and a code
      </p>
      {codeNeeded ? (
        <>
          <p className="muted">Enter the current code from your authenticator app.</p>
          <CodeForm
            onDone={async () => {
              setCodeNeeded(false);
              refresh();
            }}
          />
        </>
      ) : (
        <PasswordStep key="off" submitLabel="Turn it off" onPassword={turnOff} />
      )}
    </>
  );
};

/** Turns two-factor authentication on and off. */
export const SecondFactor = () => {
  const { hasSecondFactor } = useSignedInUser();
  const { brand } = useSite();
  const [setup, setSetup] = useState<Setup>();
  if (setup && !hasSecondFactor)
    return (
      <Suspense fallback={<LoadingText />}>
        <SecondFactorSetup setup={setup} onCancel={() => setSetup(undefined)} />
      </Suspense>
    );
  if (hasSecondFactor) return <TurnedOn onOff={() => setSetup(undefined)} />;
  return (
    <>
      <p className="muted">
        Even if someone learns your password, they can’t log in without a code from an app on your phone.
      </p>
      <PasswordStep
        key="on"
        submitLabel="Set it up"
        onPassword={async (password) => setSetup(await enableSecondFactor(password, siteName(brand)))}
      />
    </>
  );
};
