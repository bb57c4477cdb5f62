import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { configQuery } from '#web/calls/config.ts';
import { useSession } from '#web/session/session-context.ts';
import { useUntilSignedIn } from '#web/session/use-until-signed-in.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

const LABELS = { google: 'Continue with Google', sandbox: 'Third-party sign-in' };

/** Signs the user in through a popup of the configured provider. Renders nothing if there is no provider. */
export const ThirdPartyButton = () => {
  const { user, signInWithPopup } = useSession();
  const untilSignedIn = useUntilSignedIn();
  const { data: config } = useQuery(configQuery);
  const isHydrated = useHydrated();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [error, setError] = useState<string>();
  const busy = isSigningIn || user !== null;
  const provider = config?.thirdPartySignIn;
  if (!provider) return null;

  const signIn = async () => {
    setIsSigningIn(true);
    setError(undefined);
    try {
      await signInWithPopup(provider);
      await untilSignedIn();
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setIsSigningIn(false);
    }
  };

  return (
    <div className="grid gap-3">
      <div className="divider my-0 text-sm">or</div>
      <button
        type="button"
        className="btn btn-outline btn-lg"
        onClick={() => void signIn()}
        disabled={busy || !isHydrated}
        aria-busy={busy}
      >
        <KeyRound className="size-5" aria-hidden="true" />
        {LABELS[provider]}
      </button>
      {error && <FormError>{error}</FormError>}
    </div>
  );
};
