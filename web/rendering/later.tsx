import { type ComponentType, createElement, use } from 'react';
import { deferred } from './deferred.ts';

/**
 * A component of a deferred module, below a Suspense boundary. The page's `prefetch` calls the same `load`, so that the
 * server renders it.
 */
export const partOf =
  <Module, Props extends object>(
    load: () => Promise<Module>,
    pick: (module: Module) => ComponentType<Props>,
  ): ComponentType<Props> =>
  (props) =>
    createElement(pick(use(load())), props);

/**
 * A component whose script is loaded when it is first shown, below a Suspense boundary. Unlike React's `lazy`, it does
 * not fail if the script cannot be loaded: the boundary's fallback stays until it has arrived.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => partOf(deferred(load), (component) => component);
