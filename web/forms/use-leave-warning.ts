import { useContext, useEffect } from 'react';
import { RouterContext } from '#web/routing/router-context.ts';
import { confirm } from '#web/ui/confirm.ts';

/** Navigation state that bypasses the warning, for example on sign-out. */
export const SKIP_LEAVE_WARNING = { skipLeaveWarning: true } as const;

/** Asks whether unsaved changes may be lost. @returns whether the user confirmed */
export const confirmLeaving = (): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    text: 'Your changes have not been saved.',
    confirm: 'Leave',
    buttonClass: 'btn-error',
  });

/** Asks before the user leaves a form with unsaved changes, by a link or by closing the tab. */
export const useLeaveWarning = (hasChanges: boolean): void => {
  const { guard } = useContext(RouterContext);

  useEffect(() => {
    if (!hasChanges) return undefined;
    const removeGuard = guard((from, to) => {
      const isSkipped = (to.state as Partial<typeof SKIP_LEAVE_WARNING> | null)?.skipLeaveWarning;
      return from.pathname === to.pathname || isSkipped ? undefined : confirmLeaving();
    });
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      removeGuard();
      window.removeEventListener('beforeunload', warn);
    };
  }, [hasChanges, guard]);
};
