import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { HomePart } from '#contract/home-content.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { confirm } from '#web/ui/confirm.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { moveButtonId } from '#web/ui/move-buttons.tsx';
import type { HomeEntry } from './use-entry-form.ts';
import { useHomeChange } from './use-home-change.ts';

interface ListOptions<Part extends HomePart> {
  part: Part;
  title: string;
  plural: string;
  settings: SiteSettings;
  nameOf: (entry: HomeEntry<Part>) => string;
  /** The id that the move buttons of an entry derive theirs from. */
  entryId: (index: number) => string;
}

interface Change<Part extends HomePart> {
  /** The new entries. Null restores the default. */
  changed: HomeEntry<Part>[] | null;
  /** The settings that the change is based on. */
  based: SiteSettings;
}

const confirmDefaults = (title: string) =>
  confirm({
    title: `Restore the default ${title.toLowerCase()}?`,
    text: 'What you have entered here will be removed.',
    confirm: 'Restore',
    buttonClass: 'btn-error',
  });

/** Moves and removes the entries of a list, or restores its default. Says so to screen readers in `announcement`. */
export const useListChanges = <Part extends HomePart>({
  part,
  title,
  plural,
  settings,
  nameOf,
  entryId,
}: ListOptions<Part>) => {
  const store = useHomeChange();
  const [announcement, setAnnouncement] = useState('');
  const entries = settings.home[part] as HomeEntry<Part>[];
  const unconfirmed = useUnconfirmed<Change<Part>['changed']>();
  const change = useMutation({
    mutationFn: ({ changed, based }: Change<Part>) =>
      unconfirmed.change({
        content: changed,
        seen: based,
        contentOf: ({ home }) => home[part],
        write: ({ version }) => store({ [part]: changed }, version),
      }),
    // The same text again would not be announced.
    onMutate: () => setAnnouncement(''),
  });
  // Both changes are based on the entries shown when the user asked, because they may change while the question is
  // open.
  const remove = async (index: number) => {
    if (!(await confirmDeletion(nameOf(entries[index]!)))) return;
    const onSuccess = () => setAnnouncement(`${nameOf(entries[index]!)} was removed`);
    change.mutate({ changed: entries.toSpliced(index, 1), based: settings }, { onSuccess });
  };
  const restore = async () => {
    if (!(await confirmDefaults(title))) return;
    const onSuccess = () => setAnnouncement(`The default ${plural} were restored`);
    change.mutate({ changed: null, based: settings }, { onSuccess });
  };
  const move = (index: number, step: 'up' | 'down') => {
    const to = step === 'up' ? index - 1 : index + 1;
    if (change.isPending) return;
    const rest = entries.toSpliced(index, 1);
    const onSuccess = () => {
      setAnnouncement(`${nameOf(entries[index]!)} is now ${to + 1} of ${entries.length}`);
      document.getElementById(moveButtonId(entryId(to), step))?.focus();
    };
    change.mutate({ changed: rest.toSpliced(to, 0, entries[index]!), based: settings }, { onSuccess });
  };
  const { isPending, error, reset } = change;
  return { remove, restore, move, announcement, isPending, error, reset };
};
