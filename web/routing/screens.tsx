import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Location, matchRoutes, type Params, type RouteObject } from 'react-router';

/** The exports of a screen's module. */
export type ScreenModule = Pick<RouteObject, 'Component' | 'handle'>;

/** Placeholder for a screen whose script has not been loaded, or could not be. */
export const MissingScreen = (): never => {
  throw new Error('The script of this screen could not be loaded');
};

/**
 * Lazy routes for screens, by their paths in `pages`. A route's id is the path of its module, by which the server
 * finds the built files of the screen.
 * @param modules the screens' modules by their paths below the folder `web`
 */
export const screensOf =
  (modules: Record<string, () => Promise<ScreenModule>>) =>
  (name: string): Pick<RouteObject, 'id' | 'lazy' | 'Component'> => ({
    id: `pages/${name}`,
    lazy: modules[`./pages/${name}.tsx`],
    Component: MissingScreen,
  });

const LocationContext = createContext<Location | null>(null);

/** The context of a route's component: its child route as an element, and the path parameters. */
const NestContext = createContext<{ outlet: ReactNode; params: Params }>({ outlet: null, params: {} });

/** @returns the current location, a new object after each navigation */
export const useLocation = (): Location => {
  const location = useContext(LocationContext);
  if (!location) throw new Error('useLocation needs Screens above it');
  return location;
};

/** The path parameters, such as the id of a class. */
export const useParams = (): Params => useContext(NestContext).params;

/** Renders the matching child route. */
export const Outlet = (): ReactNode => useContext(NestContext).outlet;

interface ScreensProps {
  location: Location;
  routes: RouteObject[];
}

/** Renders the matching routes of a location, each in its parent's outlet. */
export const Screens = ({ location, routes }: ScreensProps) => {
  // Memoized by address, so that a change of a layout does not render its screen again.
  const nested = useMemo(
    () =>
      (matchRoutes(routes, location) ?? []).reduceRight<ReactNode>(
        (outlet, { route: { Component, element }, params }) => (
          <NestContext value={{ outlet, params }}>{Component ? <Component /> : element}</NestContext>
        ),
        null,
      ),
    [routes, location],
  );
  return <LocationContext value={location}>{nested}</LocationContext>;
};
