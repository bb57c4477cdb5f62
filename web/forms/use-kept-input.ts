import { useContext, useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useLocation } from '#web/routing/screens.tsx';
import { SessionContext } from '#web/session/session-context.ts';
import { showToast } from '#web/ui/toast.ts';
import { isSame } from './is-same.ts';

/** What was typed into forms whose user was signed out, by user, page and form. It is never stored outside this tab. */
const kept = new Map<string, FieldValues>();

/**
 * Keeps what the user has typed if the session ends, for example because they log out in another tab. The form is filled
 * with it when the same user opens it again after a login.
 */
export const useKeptInput = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  isKept: boolean,
): void => {
  const { control, formState, getValues, setValue } = form;
  const { defaultValues } = formState;
  const store = useContext(SessionContext);
  const { pathname } = useLocation();
  const keyOf = (userId: string) => JSON.stringify([userId, pathname, Object.keys(getValues())]);
  const restore = useEffectEvent((userId: string) => {
    const key = keyOf(userId);
    const typed = kept.get(key);
    if (!typed) return;
    kept.delete(key);
    for (const [name, value] of Object.entries(typed))
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    void showToast('What you entered before is restored');
  });
  const keep = useEffectEvent((userId: string) => {
    const typed = Object.entries(getValues()).filter(
      ([name, value]) => !isSame(value, (defaultValues as FieldValues | undefined)?.[name]),
    );
    if (typed.length > 0) kept.set(keyOf(userId), structuredClone(Object.fromEntries(typed)));
  });
  useEffect(() => {
    if (!isKept || !store) return undefined;
    const { current: session } = store;
    const { userId } = session();
    if (userId === undefined) return undefined;
    restore(userId);
    return () => {
      // The form also disappears when the user leaves it.
      if (session().userId === undefined) keep(userId);
    };
  }, [control, store, isKept]);
};
