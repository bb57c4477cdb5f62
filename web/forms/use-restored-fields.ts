import { useContext, useEffect, useEffectEvent } from 'react';
import { useLocation } from '#web/routing/screens.tsx';
import { SessionContext } from '#web/session/session-context.ts';
import { askUser } from '#web/ui/confirm.ts';
import { showToast } from '#web/ui/toast.ts';
import { isSame } from './is-same.ts';

type Fields = Record<string, unknown>;

interface KeptInput {
  typed: Fields;
  /** What the same fields contained before. */
  before: Fields;
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
  const asked = asking.then(() => (signal.aborted ? undefined : askUser(QUESTION, signal)));
  asking = asked;
  return asked;
};

interface RestoredFields {
  isKept: boolean;
  /** Distinguishes the form from others on the same page. */
  form: () => unknown;
  values: () => Fields;
  /** What the fields contain unless the user has typed something. */
  stored: Fields;
  setField: (name: string, value: unknown) => void;
}

/**
 * Keeps what the user has typed if the session ends, for example because they log out in another tab. The fields are filled
 * with it when the same user opens the form again after a login. If others have changed the same fields since, the user
 * decides; what they have not decided yet is kept.
 */
export const useRestoredFields = ({ isKept, form, values, stored, setField }: RestoredFields): void => {
  const store = useContext(SessionContext);
  const { pathname } = useLocation();
  const keyOf = (userId: string) => JSON.stringify([userId, pathname, form()]);
  const restore = useEffectEvent(async (userId: string, signal: AbortSignal) => {
    const key = keyOf(userId);
    const input = kept.get(key);
    if (!input) return;
    const { typed, before } = input;
    const isChangedElsewhere = Object.keys(typed).some(
      (name) =>
        stored[name] !== undefined &&
        !isSame(stored[name], before[name]) &&
        !isSame(stored[name], typed[name]),
    );
    const isRestored = !isChangedElsewhere || (await mayReplace(signal));
    // Undecided input is offered again when the form is opened the next time.
    if (isRestored === undefined || signal.aborted) return;
    kept.delete(key);
    if (!isRestored) return;
    for (const [name, value] of Object.entries(typed)) setField(name, value);
    void showToast('What you entered before is restored');
  });
  const keep = useEffectEvent((userId: string) => {
    const typed = Object.entries(values()).filter(([name, value]) => !isSame(value, stored[name]));
    if (typed.length > 0)
      kept.set(keyOf(userId), structuredClone({ typed: Object.fromEntries(typed), before: stored }));
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
  }, [store, isKept]);
};
