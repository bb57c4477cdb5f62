import { type Location, useLocation } from 'react-router';
import { PATHS } from '#web/paths.ts';

export interface LoginState {
  from?: Pick<Location, 'pathname' | 'search' | 'state'>;
}

/** The page that redirected the user to the login or registration, or the home page. */
export const useOrigin = () => {
  const { from } = (useLocation().state as LoginState | null) ?? {};
  return {
    to: from ? `${from.pathname}${from.search}` : PATHS.home,
    state: from?.state as unknown,
    /** Navigation state for links between login and registration. */
    loginState: (from ? { from } : undefined) satisfies LoginState | undefined,
  };
};
