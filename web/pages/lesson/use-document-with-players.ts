import { useEffect } from 'react';
import { PATHS } from '#web/paths.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** Whether the tab's document came from the address of a lesson: only its policy lets the players through. */
const hasPolicy = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && new URL(navigation.name).pathname.startsWith(PATHS.lesson(''));
};

/**
 * Loads the document of a lesson with a video where the user came from another screen without one, for instance after a
 * login. @returns whether the players may be shown
 */
export const useDocumentWithPlayers = (isNeeded: boolean): boolean => {
  const isMissing = useHydrated() && isNeeded && !hasPolicy();
  useEffect(() => {
    if (isMissing) window.location.reload();
  }, [isMissing]);
  return !isMissing;
};
