import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Login, loginSchema } from '#contract/auth.ts';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { ThirdPartyButton } from '#web/account/third-party-button.tsx';
import { useReason } from '#web/account/use-reason.tsx';
import { useRedirectWhenSignedIn } from '#web/account/use-redirect-when-signed-in.ts';
import { configQuery } from '#web/calls/config.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Link } from '#web/routing/link.tsx';
import { useSession } from '#web/session/session-context.ts';
import { type LoginState, useOrigin } from '#web/session/use-origin.ts';
import { useUntilSignedIn } from '#web/session/use-until-signed-in.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { CodeStep } from './code-step.tsx';
import { SampleAccounts } from './sample-accounts.tsx';

export const handle: PageHandle = { prefetch: ({ load }) => load(configQuery) };

export const Component = () => {
  useRedirectWhenSignedIn();
  const { user, signIn, endedBecause } = useSession();
  const untilSignedIn = useUntilSignedIn();
  const { loginState, email } = useOrigin();
  const reason = useReason();
  const [codeNeeded, setCodeNeeded] = useState(false);
  const { register, control, setValue, errors, isSubmitting, failure, onSubmit } = useCallForm<Login>({
    schema: loginSchema,
    defaultValues: { email },
    onSend: async ({ email, password }) => {
      if ((await signIn(email, password)) === 'code needed') setCodeNeeded(true);
      else await untilSignedIn();
    },
  });

  const typedEmail = useWatch({ control, name: 'email' });

  if (codeNeeded) return <CodeStep onBack={() => setCodeNeeded(false)} />;

  const fillIn = ({ email, password }: Login) => {
    setValue('email', email, { shouldValidate: true });
    setValue('password', password, { shouldValidate: true });
  };

  return (
    <AccountPanel title="Welcome back" lead={<>Log in {reason ?? 'to continue with your classes.'}</>}>
      <PageMeta title="Login" hidden />
      {endedBecause && !failure && <FormError>{endedBecause}</FormError>}
      <SampleAccounts onPick={fillIn} />
      <form method="post" className="grid gap-4" onSubmit={onSubmit} noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Link
          to={PATHS.forgotPassword}
          state={{ ...loginState, email: typedEmail } satisfies LoginState}
          className="link min-h-6 justify-self-start text-sm font-semibold text-primary"
        >
          Forgot your password?
        </Link>
        <SubmitButton busy={isSubmitting || user !== null}>Login</SubmitButton>
        {failure && <FormError>{failure}</FormError>}
      </form>
      <ThirdPartyButton />
      <p className="text-sm">
        New here?{' '}
        <Link to={PATHS.registration} state={loginState} className="link font-semibold text-primary">
          Create an account
        </Link>
      </p>
    </AccountPanel>
  );
};
