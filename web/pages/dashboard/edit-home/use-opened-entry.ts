import { useState } from 'react';
import { HOME_COUNTS, type HomePart } from '#contract/home-content.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { showToast } from '#web/ui/toast.ts';
import { applyEntry } from './apply-entry.ts';
import type { HomeEntry } from './use-entry-form.ts';
import { useHomeChange } from './use-home-change.ts';

/** The entries at the time when one was opened, because another admin may change them meanwhile. */
interface Opened<Part extends HomePart> {
  index: number;
  entries: HomeEntry<Part>[];
  version: number;
}

const changedElsewhere = (noun: string): string =>
  `This ${noun} has been changed or removed elsewhere. Copy what you still need, and open the list again.`;

/** The entry of a list that is being edited or added, if any. */
export const useOpenedEntry = <Part extends HomePart>(part: Part, noun: string, settings: SiteSettings) => {
  const store = useHomeChange();
  const [opened, setOpened] = useState<Opened<Part>>();
  const unconfirmed = useUnconfirmed<HomeEntry<Part>>();
  const open = (index: number) => {
    unconfirmed.forget();
    setOpened({ index, entries: settings.home[part], version: settings.version });
  };
  const close = () => setOpened(undefined);
  const save = async (entry: HomeEntry<Part>) => {
    const { index, entries: before, version: based } = opened!;
    try {
      await store({ [part]: before.toSpliced(index, 1, entry) }, based);
    } catch (error) {
      const current = storedInConflict(error) as SiteSettings | undefined;
      if (!current) throw error;
      const present = current.home[part] as HomeEntry<Part>[];
      const known = { max: HOME_COUNTS[part].max, isSent: unconfirmed.includes };
      const changed = applyEntry(present, opened!, entry, known);
      if (!changed) throw new Error(changedElsewhere(noun), { cause: error });
      await store({ [part]: changed }, current.version);
    }
  };
  const send = async (entry: HomeEntry<Part>) => {
    try {
      await save(entry);
    } catch (error) {
      unconfirmed.note(entry, error);
      throw error;
    }
    // The user may have opened another entry meanwhile.
    setOpened((present) => (present === opened ? undefined : present));
    void showToast('Home page saved');
  };
  return { opened, open, close, send };
};
