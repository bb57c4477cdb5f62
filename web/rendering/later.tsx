import { type ComponentType, createElement, use } from 'react';
import { deferred } from './deferred.ts';

/**
 * A component whose script is loaded when it is first shown, below a Suspense boundary. Unlike React's `lazy`, it does
 * not fail if the script cannot be loaded: the boundary's fallback stays until it has arrived.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const start = deferred(load);
  return (props) => createElement(use(start()), props);
};
