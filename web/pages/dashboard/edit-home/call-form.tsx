import { useWatch } from 'react-hook-form';
import { type CallToAction, callToActionSchema } from '#contract/home-content.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import type { EntryFormProps } from './entry-form.ts';
import { LinkField } from './link-field.tsx';

const NEW: CallToAction = { title: '', text: '', label: '', link: '', picture: '' };

/** The form for a call to action. */
export const CallForm = ({ title, entry = NEW, onSend, onClose }: EntryFormProps<CallToAction>) => {
  const { register, control, setValue, onUploading, errors, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<CallToAction>({ schema: callToActionSchema, defaultValues: entry, onSend });
  const { picture } = useWatch({ control }) as CallToAction;
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm action="Save" busy={isSubmitting} isDirty={isDirty} failure={failure} onSubmit={onSubmit}>
        <Field label="Title" error={errors.title?.message} {...register('title')} />
        <Field label="Text" hint="Optional." error={errors.text?.message} {...register('text')} />
        <Field label="Button" error={errors.label?.message} {...register('label')} />
        <LinkField error={errors.link?.message} {...register('link')} />
        <ImageField
          label="Picture URL"
          shape="slide"
          isNeeded
          current={picture}
          error={errors.picture?.message}
          onPicture={(address) => setValue('picture', address, { shouldDirty: true, shouldValidate: true })}
          onUploading={onUploading('picture')}
          {...register('picture')}
        />
      </DialogForm>
    </Dialog>
  );
};
