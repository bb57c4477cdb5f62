import type { Location } from 'react-router';
import { ORIGIN_PARAMETER, PATHS } from '#web/paths.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { readOriginPath } from './origin-path.ts';

export interface LoginState {
  /** The email address that the user has entered on the screen before. */
  email?: string;
  from?: Pick<Location, 'pathname' | 'search'> & { hash?: string; state?: unknown };
}

/**
 * The page that sent the user to the login or registration, both in the browser and on the server. By default the
 * home page.
 */
export const useOrigin = () => {
  const { state, search } = useLocation() as Location<LoginState | null>;
  const from: LoginState['from'] =
    state?.from ?? readOriginPath(new URLSearchParams(search).get(ORIGIN_PARAMETER));
  return {
    from,
    email: state?.email,
    to: from ? `${from.pathname}${from.search}${from.hash ?? ''}` : PATHS.home,
    state: from?.state,
    /** Navigation state for links between login and registration. */
    loginState: (from ? { from } : undefined) satisfies LoginState | undefined,
  };
};
