import { useEffect } from 'react';
import { loadIdentity } from '#web/calls/session/identity-session.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { useOrigin } from '#web/session/use-origin.ts';

/** Returns a signed-in user to the page they came from, once the session is loaded. */
export const useRedirectWhenSignedIn = (): void => {
  const { user } = useSession();
  const { to, state } = useOrigin();
  const navigate = useNavigate();
  // Preloads the client, because the sign-in popup must open in the same task as the click.
  useEffect(() => void loadIdentity(), []);
  useEffect(() => {
    if (user) void navigate(to, { state, replace: true });
  }, [user, navigate, to, state]);
};
