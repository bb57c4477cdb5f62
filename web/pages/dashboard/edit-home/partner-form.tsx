import { type Partner, partnerSchema } from '#contract/home-content.ts';
import { Field } from '#web/ui/field.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { SymbolFields } from './symbol-fields.tsx';
import { type EntryFormProps, useEntryForm } from './use-entry-form.ts';

const NEW: Partner = { name: '', symbol: 'compass', picture: '' };

/** The form of a partner. */
export const PartnerForm = ({ title, entry = NEW, onSend, onClose }: EntryFormProps<Partner>) => {
  const { field, picture, dialog } = useEntryForm({ schema: partnerSchema, entry, onSend });
  return (
    <EntryDialog title={title} form={dialog} onClose={onClose}>
      <Field label="Name" {...field('name')} />
      <SymbolFields symbol={field('symbol')} picture={{ ...picture('picture'), shape: 'partner' }} />
    </EntryDialog>
  );
};
