import { useEffect, useRef } from 'react';
import { loadIdentity } from '#web/calls/session/identity-session.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { useOrigin } from '#web/session/use-origin.ts';
import { showToast } from '#web/ui/toast.ts';

/**
 * Returns a signed-in user to the page they came from, once the session is loaded, and announces a login.
 * @param explanation the toast for a user who was signed in before they opened the screen
 */
export const useRedirectWhenSignedIn = (explanation?: string): void => {
  const { user, loading } = useSession();
  const known = useRef<'visitor' | 'user'>(undefined);
  const { to, state } = useOrigin();
  const navigate = useNavigate();
  // Preloads the client, because the sign-in popup must open in the same task as the click.
  useEffect(() => void loadIdentity(), []);
  useEffect(() => {
    if (user && known.current !== 'user') {
      const toast = known.current === 'visitor' ? 'Login Successful' : explanation;
      if (toast) void showToast(toast);
    }
    if (user) known.current = 'user';
    else if (!loading) known.current = 'visitor';
  }, [user, loading, explanation]);
  useEffect(() => {
    if (user) void navigate(to, { state, replace: true });
  }, [user, navigate, to, state]);
};
