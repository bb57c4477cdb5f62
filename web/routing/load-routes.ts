import { matchRoutes, type RouteObject } from 'react-router';

/** The module of a lazy route: a screen, and possibly its child routes. */
type LoadedRoute = Pick<RouteObject, 'Component' | 'handle'> & { routes?: RouteObject[] };

/** Replaces a lazy route with its loaded module. @returns whether the route was lazy */
const loadRoute = async (route: RouteObject): Promise<boolean> => {
  if (typeof route.lazy !== 'function') return false;
  const { routes, ...screen }: LoadedRoute = await route.lazy();
  Object.assign(route, screen, { lazy: undefined }, routes && { children: routes });
  return true;
};

/** Loads the screens for a URL, so that the first render does not suspend. */
export const loadMatchingRoutes = async (routes: RouteObject[], address: string): Promise<void> => {
  const matches = matchRoutes(routes, address) ?? [];
  const loaded = await Promise.all(matches.map(({ route }) => loadRoute(route)));
  if (loaded.includes(true)) await loadMatchingRoutes(routes, address);
};

/** Loads every screen, for rendering on the server. */
export const loadAllRoutes = async (routes: RouteObject[]): Promise<void> => {
  await Promise.all(
    routes.map(async (route) => {
      await loadRoute(route);
      await loadAllRoutes(route.children ?? []);
    }),
  );
};
