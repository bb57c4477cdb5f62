import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { HOME_COUNTS, type HomePart } from '#contract/home-content.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { EntryRow } from './entry-row.tsx';
import type { EntryFormProps, HomeEntry } from './use-entry-form.ts';
import { useListChanges } from './use-list-changes.ts';
import { useOpenedEntry } from './use-opened-entry.ts';

interface EditableListProps<Part extends HomePart> {
  part: Part;
  title: string;
  hint: string;
  /** The name of a single entry. */
  noun: string;
  /** The plural, if it differs from the name of the part. */
  plural?: string;
  settings: SiteSettings;
  nameOf: (entry: HomeEntry<Part>) => string;
  /** A thumbnail of an entry. */
  pictureOf: (entry: HomeEntry<Part>) => ReactNode;
  Form: (props: EntryFormProps<HomeEntry<Part>>) => ReactNode;
}

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
  const entries = settings.home[part] as HomeEntry<Part>[];
  const { min, max } = HOME_COUNTS[part];
  const entryId = (index: number) => `${id}-${index}`;
  const changes = useListChanges({ part, title, plural, settings, nameOf, entryId });
  const { opened, open, close, send } = useOpenedEntry(part, noun, settings);
  const edit = (index: number) => {
    changes.reset();
    open(index);
  };
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-6 sm:p-8">
      <div>
        <h2 id={id}>{title}</h2>
        <p className="muted mt-1">{hint}</p>
      </div>
      <ol aria-label={title} className="divide-y divide-base-300">
        {entries.map((entry, index) => (
          <EntryRow
            key={index}
            id={entryId(index)}
            name={nameOf(entry)}
            picture={pictureOf(entry)}
            canMove={{ up: index > 0, down: index < entries.length - 1 }}
            canRemove={!changes.isPending && entries.length > min}
            onMove={(step) => changes.move(index, step)}
            onEdit={() => edit(index)}
            onRemove={() => void changes.remove(index)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {changes.announcement}
      </p>
      {changes.error && <FormError>{changes.error.message}</FormError>}
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-outline"
          disabled={entries.length >= max}
          onClick={() => edit(entries.length)}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add a {noun}
        </button>
        <button
          type="button"
          className="btn"
          disabled={changes.isPending}
          onClick={() => void changes.restore()}
        >
          Restore the default {plural}
        </button>
      </div>
      {opened && (
        <Form
          title={opened.index < opened.entries.length ? `Edit ${noun}` : `Add a ${noun}`}
          entry={opened.entries[opened.index]}
          onSend={send}
          onClose={close}
        />
      )}
    </section>
  );
};
