import { useWatch } from 'react-hook-form';
import { type Partner, partnerSchema } from '#contract/home-content.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import type { EntryFormProps } from './entry-form.ts';
import { SymbolFields } from './symbol-fields.tsx';

const NEW: Partner = { name: '', symbol: 'compass', picture: '' };

/** The form of a partner. */
export const PartnerForm = ({ title, entry = NEW, onSend, onClose }: EntryFormProps<Partner>) => {
  const { register, control, setValue, onUploading, errors, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<Partner>({ schema: partnerSchema, defaultValues: entry, onSend });
  const { picture } = useWatch({ control }) as Partner;
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm action="Save" busy={isSubmitting} isDirty={isDirty} failure={failure} onSubmit={onSubmit}>
        <Field label="Name" error={errors.name?.message} {...register('name')} />
        <SymbolFields
          symbol={{ ...register('symbol'), error: errors.symbol?.message }}
          picture={{
            ...register('picture'),
            shape: 'partner',
            current: picture,
            error: errors.picture?.message,
            onPicture: (address) => setValue('picture', address, { shouldDirty: true, shouldValidate: true }),
            onUploading: onUploading('picture'),
          }}
        />
      </DialogForm>
    </Dialog>
  );
};
