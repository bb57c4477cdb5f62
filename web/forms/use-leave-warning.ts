import { useContext, useEffect } from 'react';
import { RouterContext } from '#web/routing/router-context.ts';
import { confirm } from '#web/ui/confirm.ts';

/** Navigation state that bypasses the warning, for example on sign-out. */
export const SKIP_LEAVE_WARNING = { skipLeaveWarning: true } as const;

export const UNSAVED = 'Your changes have not been saved.';
export const UPLOADING = 'The upload will be canceled.';

/** Asks whether unsaved changes may be lost. @returns whether the user confirmed */
export const confirmLeaving = (text = UNSAVED): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    text,
    confirm: 'Leave',
    buttonClass: 'btn-error',
  });

interface LeaveWarning {
  /** What would be lost. */
  text?: string;
  /** Whether another query of the same path leaves the form as well. */
  coversQuery?: boolean;
}

/** Asks before the user leaves a form with unsaved changes, by a link or by closing the tab. */
export const useLeaveWarning = (
  hasChanges: boolean,
  { text = UNSAVED, coversQuery = false }: LeaveWarning = {},
): void => {
  const { guard } = useContext(RouterContext);

  useEffect(() => {
    if (!hasChanges) return undefined;
    const removeGuard = guard((from, to) => {
      const isSkipped = (to.state as Partial<typeof SKIP_LEAVE_WARNING> | null)?.skipLeaveWarning;
      const stays = from.pathname === to.pathname && !(coversQuery && from.search !== to.search);
      return stays || isSkipped ? undefined : confirmLeaving(text);
    });
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      removeGuard();
      window.removeEventListener('beforeunload', warn);
    };
  }, [hasChanges, text, coversQuery, guard]);
};
