import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Location, matchRoutes, type Params, type RouteObject } from 'react-router';

/** The exports of a screen's module. */
export type ScreenModule = Pick<RouteObject, 'Component' | 'handle'>;

/** Stands for a screen until its script is loaded, and where it could not be. */
export const MissingScreen = (): never => {
  throw new Error('The script of this screen could not be loaded');
};

/**
 * Lazy routes for screens, by their paths in `pages`. The server finds the built files of a screen by its route's id, the
 * path of its module. @param modules the screens' modules, by their paths from the folder `web`
 */
export const screensOf =
  (modules: Record<string, () => Promise<ScreenModule>>) =>
  (name: string): Pick<RouteObject, 'id' | 'lazy' | 'Component'> => ({
    id: `pages/${name}`,
    lazy: modules[`./pages/${name}.tsx`],
    Component: MissingScreen,
  });

const LocationContext = createContext<Location | null>(null);

/** What a route's component knows of its place: the routes below it, as an element, and the parameters of its path. */
const NestContext = createContext<{ outlet: ReactNode; params: Params }>({ outlet: null, params: {} });

/** @returns the address that is shown, a new object after each navigation */
export const useLocation = (): Location => {
  const location = useContext(LocationContext);
  if (!location) throw new Error('useLocation needs Screens above it');
  return location;
};

/** The parameters in the path of the address, such as the id of a class. */
export const useParams = (): Params => useContext(NestContext).params;

/** The place of the matching route below. */
export const Outlet = (): ReactNode => useContext(NestContext).outlet;

interface ScreensProps {
  location: Location;
  routes: RouteObject[];
}

/** Renders the routes of an address, each in the outlet of the one above. */
export const Screens = ({ location, routes }: ScreensProps) => {
  // The same elements as long as the address is the same, so that a layout that changes does not render its screen again.
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
