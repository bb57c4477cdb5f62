import { matchRoutes, type RouteObject } from 'react-router';

/** Puts a screen's module in the place of the promise to load it. */
const loadRoute = async (route: RouteObject): Promise<void> => {
  if (typeof route.lazy !== 'function') return;
  Object.assign(route, await route.lazy(), { lazy: undefined });
};

/** The screens of an address, so that the first render finds them. */
export const loadMatchingRoutes = async (routes: RouteObject[], address: string): Promise<void> => {
  await Promise.all((matchRoutes(routes, address) ?? []).map(({ route }) => loadRoute(route)));
};

/** Every screen there is. */
export const loadAllRoutes = async (routes: RouteObject[]): Promise<void> => {
  await Promise.all(
    routes.map(async (route) => {
      await loadRoute(route);
      await loadAllRoutes(route.children ?? []);
    }),
  );
};
