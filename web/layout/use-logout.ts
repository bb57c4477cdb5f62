import { useState } from 'react';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';

/** Signs the user out and navigates home. A failure is returned as `error`. */
export const useLogout = () => {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const logout = async (): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      // Navigate first: a page that requires a login would otherwise redirect to the login page.
      await navigate(PATHS.home, { isFinal: true });
      await signOut();
      return true;
    } catch (failure) {
      setError((failure as Error).message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { logout, busy, error };
};
