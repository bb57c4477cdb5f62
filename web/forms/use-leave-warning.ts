import { useContext, useEffect } from 'react';
import { RouterContext } from '#web/routing/router-context.ts';
import { confirm } from '#web/ui/confirm.ts';

export interface Loss {
  title: string;
  /** What would be lost. */
  text: string;
}

const LEAVE = 'Leave without saving?';
export const UNSAVED: Loss = { title: LEAVE, text: 'Your changes have not been saved.' };
export const UNSAVED_LOST = 'Unsaved changes will be lost.';
export const UNSENT: Loss = { title: 'Leave without sending?', text: 'You have not sent this yet.' };
export const UPLOADING: Loss = { title: LEAVE, text: 'The upload will be canceled.' };
export const SENDING: Loss = {
  title: 'Still sending. Leave?',
  text: 'If your changes do not reach the server, they will be lost.',
};

/** Asks whether unsaved changes may be lost. @returns whether the user confirmed */
export const confirmLeaving = (loss: Loss): Promise<boolean> =>
  confirm({ ...loss, confirm: 'Leave', buttonClass: 'btn-error' });

/** Asks before an action that removes something, and with it the unsaved changes of the form. */
export const confirmDiscarding = (
  { text, ...question }: { title: string; text: string; confirm: string },
  isDirty: boolean,
): Promise<boolean> =>
  confirm({ ...question, text: isDirty ? `${text} ${UNSAVED_LOST}` : text, buttonClass: 'btn-error' });

interface LeaveWarning {
  loss?: Loss;
  /** Whether another query of the same path leaves the form as well. */
  coversQuery?: boolean;
}

/** Asks before the user leaves a form with unsaved changes, by a link or by closing the tab. */
export const useLeaveWarning = (
  hasChanges: boolean,
  { loss = UNSAVED, coversQuery = false }: LeaveWarning = {},
): void => {
  const { guard } = useContext(RouterContext);

  useEffect(() => {
    if (!hasChanges) return undefined;
    const removeGuard = guard((from, to) => {
      const stays = from.pathname === to.pathname && !(coversQuery && from.search !== to.search);
      return stays ? undefined : confirmLeaving(loss);
    });
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      removeGuard();
      window.removeEventListener('beforeunload', warn);
    };
  }, [hasChanges, loss, coversQuery, guard]);
};
