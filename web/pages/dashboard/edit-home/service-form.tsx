import { useWatch } from 'react-hook-form';
import { type Service, serviceSchema } from '#contract/home-content.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import type { EntryFormProps } from './entry-form.ts';
import { SymbolFields } from './symbol-fields.tsx';

const NEW: Service = { title: '', text: '', symbol: 'compass', picture: '' };

/** The form of a service. */
export const ServiceForm = ({ title, entry = NEW, onSend, onClose }: EntryFormProps<Service>) => {
  const { register, control, setValue, onUploading, errors, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<Service>({ schema: serviceSchema, defaultValues: entry, onSend });
  const { picture } = useWatch({ control }) as Service;
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm action="Save" busy={isSubmitting} isDirty={isDirty} failure={failure} onSubmit={onSubmit}>
        <Field label="Title" error={errors.title?.message} {...register('title')} />
        <Field label="Text" hint="Optional." error={errors.text?.message} {...register('text')} />
        <SymbolFields
          symbol={{ ...register('symbol'), error: errors.symbol?.message }}
          picture={{
            ...register('picture'),
            shape: 'logo',
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
