import { createContext, useCallback, useContext, useMemo } from 'react';
import type { NavigateOptions, Router } from './router.ts';
import { useLocation } from './screens.tsx';

const unavailable = (): never => {
  throw new Error('Navigation is available in the browser only');
};

/** Navigation for the components below. The default is for the server, which cannot navigate. */
export const RouterContext = createContext<
  Pick<Router, 'navigate' | 'guard'> & Partial<Pick<Router, 'first' | 'isRevisited'>>
>({
  navigate: unavailable,
  guard: unavailable,
});

/** @returns the function that navigates to an address, which is stable across pages */
export const useNavigate = (): Router['navigate'] => useContext(RouterContext).navigate;

/** @returns whether the user has not navigated yet */
export const useIsFirstPage = (): boolean => useLocation() === useContext(RouterContext).first;

type SetSearch = (search: URLSearchParams | Record<string, string>, options?: NavigateOptions) => void;

/** The parameters of the address, and a function that replaces all of them. */
export const useSearchParams = (): [URLSearchParams, SetSearch] => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const change: SetSearch = useCallback(
    (next, options) => void navigate({ search: new URLSearchParams(next).toString() }, options),
    [navigate],
  );
  return [useMemo(() => new URLSearchParams(search), [search]), change];
};
