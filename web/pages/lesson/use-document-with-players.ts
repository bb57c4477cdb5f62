import { useEffect } from 'react';
import { PATHS } from '#web/paths.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** Whether the tab's document is that of a lesson page, the only one whose policy allows the players. */
const hasPolicy = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && new URL(navigation.name).pathname.startsWith(PATHS.lesson(''));
};

/**
 * Reloads a lesson with a video if the user came from another screen within the same document, for example after a
 * login.
 * @returns whether the players may be shown
 */
export const useDocumentWithPlayers = (isNeeded: boolean): boolean => {
  const isMissing = useHydrated() && isNeeded && !hasPolicy();
  useEffect(() => {
    if (isMissing) window.location.reload();
  }, [isMissing]);
  return !isMissing;
};
