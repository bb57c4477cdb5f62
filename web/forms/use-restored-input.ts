import { useContext, useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useLocation } from '#web/routing/screens.tsx';
import { SessionContext } from '#web/session/session-context.ts';
import { decide } from '#web/ui/confirm.ts';
import { showToast } from '#web/ui/toast.ts';
import { isSame } from './is-same.ts';

interface KeptInput {
  typed: FieldValues;
  /** What the same fields contained before. */
  before: FieldValues;
}

/** What was typed into forms whose user was signed out, by user, page and form. It is never stored outside this tab. */
const kept = new Map<string, KeptInput>();

const QUESTION = {
  title: 'Restore what you entered?',
  text: 'This has been changed elsewhere since. If you restore what you entered before you were logged out, saving it replaces these changes.',
  confirm: 'Restore',
  buttonClass: 'btn-primary',
  cancel: 'Discard',
};

let asking: Promise<unknown> = Promise.resolve();

/**
 * Asks whether what was typed may replace what others have saved since, one form of a page after the other.
 * @returns undefined if the user has not decided
 */
const mayReplace = (signal: AbortSignal): Promise<boolean | undefined> => {
  const asked = asking.then(() => (signal.aborted ? undefined : decide(QUESTION, signal)));
  asking = asked;
  return asked;
};

/**
 * Keeps what the user has typed if the session ends, for example because they log out in another tab. The form is filled
 * with it when the same user opens it again after a login. If others have changed the same fields since, the user decides;
 * what they have not decided yet is kept.
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
  const restore = useEffectEvent(async (userId: string, signal: AbortSignal) => {
    const key = keyOf(userId);
    const input = kept.get(key);
    if (!input) return;
    const { typed, before } = input;
    // Not the values, because a field without a default has another empty value once it is shown.
    const present: FieldValues = defaultValues ?? {};
    const isChangedElsewhere = Object.keys(typed).some(
      (name) =>
        present[name] !== undefined &&
        !isSame(present[name], before[name]) &&
        !isSame(present[name], typed[name]),
    );
    const isRestored = !isChangedElsewhere || (await mayReplace(signal));
    // Undecided input is offered again when the form is opened the next time.
    if (isRestored === undefined || signal.aborted) return;
    kept.delete(key);
    if (!isRestored) return;
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
    const closing = new AbortController();
    void restore(userId, closing.signal);
    return () => {
      closing.abort();
      // The form also disappears when the user leaves it.
      if (session().userId === undefined) keep(userId);
    };
  }, [control, store, isKept]);
};
