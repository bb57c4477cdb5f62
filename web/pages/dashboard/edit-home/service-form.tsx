import { type Service, serviceSchema } from '#contract/home-content.ts';
import { Field } from '#web/ui/field.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { SymbolFields } from './symbol-fields.tsx';
import { type EntryFormProps, useEntryForm } from './use-entry-form.ts';

const NEW: Service = { title: '', text: '', symbol: 'compass', picture: '' };

/** The form of a service. */
export const ServiceForm = ({ title, entry = NEW, onSend, onClose }: EntryFormProps<Service>) => {
  const { field, picture, dialog } = useEntryForm({ schema: serviceSchema, entry, onSend });
  return (
    <EntryDialog title={title} form={dialog} onClose={onClose}>
      <Field label="Title" {...field('title')} />
      <Field label="Text" hint="Optional." {...field('text')} />
      <SymbolFields symbol={field('symbol')} picture={{ ...picture('picture'), shape: 'logo' }} />
    </EntryDialog>
  );
};
