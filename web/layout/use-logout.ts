import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EVEN_IF_UNSAVED } from '#web/forms/use-leave-warning.ts';
import { PATHS } from '#web/paths.ts';
import { useSession } from '#web/session/session-context.ts';

/** Signs out and goes home; a failure is told. */
export const useLogout = () => {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const logout = async (): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      // Home first: a page that needs a login would send the leaving person to the login.
      await navigate(PATHS.home, { state: EVEN_IF_UNSAVED });
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
