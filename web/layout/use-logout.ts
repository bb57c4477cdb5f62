import { useRef, useState } from 'react';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';

/** Signs the user out and navigates home, unless the user stays with what they have not saved. */
export const useLogout = () => {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const isBusy = useRef(false);
  const [error, setError] = useState<string>();

  /** @returns whether the user has been signed out. A failure is returned as `error`. */
  const logout = async (): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setError(undefined);
    try {
      // Navigate first: a page that requires a login would otherwise redirect to the login page, without asking the user.
      if (!(await navigate(PATHS.home))) return false;
      await signOut();
      return true;
    } catch (failure) {
      setError((failure as Error).message);
      return false;
    } finally {
      isBusy.current = false;
    }
  };
  return { logout, error };
};
