import { useMutation } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { HOME_COUNTS, type HomeContent, type HomePart } from '#contract/home-content.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { confirm } from '#web/ui/confirm.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { moveButtonId, MoveButtons } from '#web/ui/move-buttons.tsx';
import { showToast } from '#web/ui/toast.ts';
import { applyEntry } from './apply-entry.ts';
import type { EntryFormProps } from './use-entry-form.ts';
import { useHomeChange } from './use-home-change.ts';

type Entry<Part extends HomePart> = HomeContent[Part][number];

interface EditableListProps<Part extends HomePart> {
  part: Part;
  title: string;
  hint: string;
  /** The name of a single entry. */
  noun: string;
  /** The plural, if it differs from the name of the part. */
  plural?: string;
  settings: SiteSettings;
  nameOf: (entry: Entry<Part>) => string;
  /** A thumbnail of an entry. */
  pictureOf: (entry: Entry<Part>) => ReactNode;
  Form: (props: EntryFormProps<Entry<Part>>) => ReactNode;
}

/** The entries at the time when one was opened, because another admin may change them meanwhile. */
interface Opened<Part extends HomePart> {
  index: number;
  entries: Entry<Part>[];
  version: number;
}

interface Change<Part extends HomePart> {
  /** The new entries. Null restores the default. */
  changed: Entry<Part>[] | null;
  /** The version of the settings that the change is based on. */
  based: number;
}

const confirmDefaults = (title: string) =>
  confirm({
    title: `Restore the default ${title.toLowerCase()}?`,
    text: 'What you have entered here will be removed.',
    confirm: 'Restore',
    buttonClass: 'btn-error',
  });

const changedElsewhere = (noun: string): string =>
  `This ${noun} has been changed or removed elsewhere. Copy what you still need, and open the list again.`;

/** A list on the home page whose entries can be added, edited, moved and removed. Each change is saved at once. */
export const EditableList = <Part extends HomePart>({
  part,
  title,
  hint,
  noun,
  plural = part,
  settings,
  nameOf,
  pictureOf,
  Form,
}: EditableListProps<Part>) => {
  const id = useId();
  const store = useHomeChange();
  const [opened, setOpened] = useState<Opened<Part>>();
  const [announcement, setAnnouncement] = useState('');
  const { version } = settings;
  const entries = settings.home[part] as Entry<Part>[];
  const { min, max } = HOME_COUNTS[part];
  const change = useMutation({
    mutationFn: ({ changed, based }: Change<Part>) => store({ [part]: changed }, based),
    // The same text again would not be announced.
    onMutate: () => setAnnouncement(''),
  });
  const open = (index: number) => {
    change.reset();
    setOpened({ index, entries, version });
  };
  const send = async (entry: Entry<Part>) => {
    const { index, entries: before, version: based } = opened!;
    try {
      await store({ [part]: before.toSpliced(index, 1, entry) }, based);
    } catch (error) {
      const current = storedInConflict(error) as SiteSettings | undefined;
      if (!current) throw error;
      const changed = applyEntry(current.home[part] as Entry<Part>[], opened!, entry, max);
      if (!changed) throw new Error(changedElsewhere(noun), { cause: error });
      await store({ [part]: changed }, current.version);
    }
    // The user may have opened another entry meanwhile.
    setOpened((present) => (present === opened ? undefined : present));
    void showToast('Home page saved');
  };
  // Both changes are based on the entries shown when the user asked, because they may change while the question is
  // open.
  const remove = async (index: number) => {
    if (!(await confirmDeletion(nameOf(entries[index]!)))) return;
    const onSuccess = () => setAnnouncement(`${nameOf(entries[index]!)} was removed`);
    change.mutate({ changed: entries.toSpliced(index, 1), based: version }, { onSuccess });
  };
  const restore = async () => {
    if (!(await confirmDefaults(title))) return;
    const onSuccess = () => setAnnouncement(`The default ${plural} were restored`);
    change.mutate({ changed: null, based: version }, { onSuccess });
  };
  const entryId = (index: number) => `${id}-${index}`;
  const move = (index: number, step: 'up' | 'down') => {
    const to = step === 'up' ? index - 1 : index + 1;
    if (change.isPending) return;
    const rest = entries.toSpliced(index, 1);
    const onSuccess = () => {
      setAnnouncement(`${nameOf(entries[index]!)} is now ${to + 1} of ${entries.length}`);
      document.getElementById(moveButtonId(entryId(to), step))?.focus();
    };
    change.mutate({ changed: rest.toSpliced(to, 0, entries[index]!), based: version }, { onSuccess });
  };
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-6 sm:p-8">
      <div>
        <h2 id={id}>{title}</h2>
        <p className="muted mt-1">{hint}</p>
      </div>
      <ol aria-label={title} className="divide-y divide-base-300">
        {entries.map((entry, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span aria-hidden="true">{pictureOf(entry)}</span>
            <span dir="auto" className="min-w-40 flex-1 font-semibold wrap-anywhere">
              {nameOf(entry)}
            </span>
            <span className="flex">
              <MoveButtons
                id={entryId(index)}
                name={nameOf(entry)}
                canMove={{ up: index > 0, down: index < entries.length - 1 }}
                onMove={(step) => move(index, step)}
              />
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                aria-label={`Edit: ${nameOf(entry)}`}
                onClick={() => open(index)}
              >
                <Pencil className="size-4" aria-hidden="true" />
              </button>
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                aria-label={`Remove: ${nameOf(entry)}`}
                disabled={change.isPending || entries.length <= min}
                onClick={() => void remove(index)}
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {change.error && <FormError>{change.error.message}</FormError>}
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-outline"
          disabled={entries.length >= max}
          onClick={() => open(entries.length)}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add a {noun}
        </button>
        <button type="button" className="btn" disabled={change.isPending} onClick={() => void restore()}>
          Restore the default {plural}
        </button>
      </div>
      {opened && (
        <Form
          title={opened.index < opened.entries.length ? `Edit ${noun}` : `Add a ${noun}`}
          entry={opened.entries[opened.index]}
          onSend={send}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
};
