import { type DefaultValues, type Path, type PathValue, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { HomeContent, HomePart } from '#contract/home-content.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';

/** An entry of a list on the home page. */
export type HomeEntry<Part extends HomePart = HomePart> = HomeContent[Part][number];

/** Props of the form for a list entry. */
export interface EntryFormProps<Entry> {
  /** The title of the dialog. */
  title: string;
  /** Absent for a new entry. */
  entry?: Entry;
  /** Saves the entry. Errors are shown in the form. */
  onSend: (entry: Entry) => Promise<void>;
  onClose: () => void;
}

interface EntryFormOptions<Entry extends HomeEntry> {
  schema: z.ZodType<Entry, Entry>;
  entry: Entry;
  onSend: (entry: Entry) => Promise<void>;
}

/** The form of a list entry: its present values, the props of its fields by name, and what its `EntryDialog` shows. */
export const useEntryForm = <Entry extends HomeEntry>({ schema, entry, onSend }: EntryFormOptions<Entry>) => {
  const { register, control, setValue, onUploading, errors, ...dialog } = useCallForm<Entry>({
    schema,
    defaultValues: entry as DefaultValues<Entry>,
    onSend,
  });
  const values = useWatch({ control }) as Entry;
  const field = (name: keyof Entry & Path<Entry>) => ({
    ...register(name),
    error: errors[name]?.message,
  });
  const picture = (name: keyof Entry & Path<Entry>) => ({
    ...field(name),
    current: values[name] as string,
    onPicture: (address: string) =>
      setValue(name, address as PathValue<Entry, typeof name>, { shouldDirty: true, shouldValidate: true }),
    onUploading: onUploading(name),
  });
  return { values, field, picture, dialog };
};
