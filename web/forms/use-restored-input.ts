import { useContext, useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useLocation } from '#web/routing/screens.tsx';
import { SessionContext } from '#web/session/session-context.ts';
import { confirm } from '#web/ui/confirm.ts';
import { showToast } from '#web/ui/toast.ts';
import { isSame } from './is-same.ts';

interface KeptInput {
  typed: FieldValues;
  /** What the same fields contained before. */
  before: FieldValues;
}

/** What was typed into forms whose user was signed out, by user, page and form. It is never stored outside this tab. */
const kept = new Map<string, KeptInput>();

/** Asks whether what was typed may replace what others have saved since. */
const confirmReplacing = (): Promise<boolean> =>
  confirm({
    title: 'Restore what you entered?',
    text: 'This has been changed elsewhere since. If you restore what you entered before you were logged out, saving it replaces these changes. Otherwise it is discarded.',
    confirm: 'Restore',
    buttonClass: 'btn-primary',
  });

/**
 * Keeps what the user has typed if the session ends, for example because they log out in another tab. The form is filled
 * with it when the same user opens it again after a login. If others have changed the same fields since, the user decides.
 */
export const useRestoredInput = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  isKept: boolean,
): void => {
  const { control, formState, getValues, setValue } = form;
  const { defaultValues } = formState;
  const store = useContext(SessionContext);
  const { pathname } = useLocation();
  const keyOf = (userId: string) => JSON.stringify([userId, pathname, Object.keys(getValues())]);
  const restore = useEffectEvent(async (userId: string) => {
    const key = keyOf(userId);
    const input = kept.get(key);
    if (!input) return;
    kept.delete(key);
    const { typed, before } = input;
    // Not the values, because a field without a default has another empty value once it is shown.
    const present: FieldValues = defaultValues ?? {};
    const isChangedElsewhere = Object.keys(typed).some(
      (name) =>
        present[name] !== undefined &&
        !isSame(present[name], before[name]) &&
        !isSame(present[name], typed[name]),
    );
    if (isChangedElsewhere && !(await confirmReplacing())) return;
    for (const [name, value] of Object.entries(typed))
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    void showToast('What you entered before is restored');
  });
  const keep = useEffectEvent((userId: string) => {
    const before: FieldValues = defaultValues ?? {};
    const typed = Object.entries(getValues()).filter(([name, value]) => !isSame(value, before[name]));
    if (typed.length > 0)
      kept.set(keyOf(userId), structuredClone({ typed: Object.fromEntries(typed), before }));
  });
  useEffect(() => {
    if (!isKept || !store) return undefined;
    const { current: session } = store;
    const { userId } = session();
    if (userId === undefined) return undefined;
    void restore(userId);
    return () => {
      // The form also disappears when the user leaves it.
      if (session().userId === undefined) keep(userId);
    };
  }, [control, store, isKept]);
};
