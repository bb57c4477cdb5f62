import { type Location, useLocation } from 'react-router';
import { PATHS } from '#web/paths.ts';

export interface LoginState {
  from?: Pick<Location, 'pathname' | 'search' | 'state'>;
}

/** Where a person was sent from to the login or the registration, or home. */
export const useOrigin = () => {
  const { from } = (useLocation().state as LoginState | null) ?? {};
  return {
    to: from ? `${from.pathname}${from.search}` : PATHS.home,
    state: from?.state as unknown,
    /** To hand on between login and registration. */
    loginState: (from ? { from } : undefined) satisfies LoginState | undefined,
  };
};
