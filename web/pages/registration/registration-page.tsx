import { useQuery } from '@tanstack/react-query';
import type { RegistrationMode } from '#contract/registration-modes.ts';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { RegistrationForm } from '#web/account/registration-form.tsx';
import { ThirdPartyButton } from '#web/account/third-party-button.tsx';
import { useReason } from '#web/account/use-reason.tsx';
import { useRedirectWhenSignedIn } from '#web/account/use-redirect-when-signed-in.ts';
import { configQuery } from '#web/calls/config.ts';
import { registrationQuery } from '#web/calls/registration.ts';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Link } from '#web/routing/link.tsx';
import { useOrigin } from '#web/session/use-origin.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';

export const handle: PageHandle = {
  prefetch: ({ load }) => Promise.all([load(configQuery), load(registrationQuery)]),
};

/** The page's texts if registration is not open. */
const REFUSALS: Record<Exclude<RegistrationMode, 'open'>, { title: string; lead: string }> = {
  invitation: {
    title: 'Registration is by invitation',
    lead: 'To create an account, open the link in your invitation. If you don’t have one, please ask us for it.',
  },
  closed: {
    title: 'Registration is closed',
    lead: 'New accounts can’t be created at the moment. If you already have an account, you can log in.',
  },
};

export const Component = () => {
  useRedirectWhenSignedIn();
  const { loginState } = useOrigin();
  const reason = useReason();
  // Until the mode is known, and if it cannot be loaded, the form is shown. The server decides.
  const { data: mode = 'open' } = useQuery(registrationQuery);

  if (mode !== 'open') {
    return (
      <AccountPanel {...REFUSALS[mode]}>
        <PageMeta title="Registration" hidden />
        <Link to={PATHS.login} state={loginState} className="btn btn-primary btn-lg justify-self-start">
          Login
        </Link>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title="Create your account"
      lead={reason ? <>Register {reason}</> : 'One account for learning and for teaching.'}
    >
      <PageMeta title="Registration" hidden />
      <RegistrationForm />
      <ThirdPartyButton />
      <p className="text-sm">
        Already have an account?{' '}
        <Link to={PATHS.login} state={loginState} className="link font-semibold text-primary">
          Login
        </Link>
      </p>
    </AccountPanel>
  );
};
