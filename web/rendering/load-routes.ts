import { matchRoutes, type RouteObject } from 'react-router';

/** Replaces a lazy route by its loaded module. */
const loadRoute = async (route: RouteObject): Promise<void> => {
  if (typeof route.lazy !== 'function') return;
  Object.assign(route, await route.lazy(), { lazy: undefined });
};

/** Loads the screens of a URL, so that the first render does not suspend. */
export const loadMatchingRoutes = async (routes: RouteObject[], address: string): Promise<void> => {
  await Promise.all((matchRoutes(routes, address) ?? []).map(({ route }) => loadRoute(route)));
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
