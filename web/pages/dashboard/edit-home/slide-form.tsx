import { useWatch } from 'react-hook-form';
import { type Slide, slideSchema } from '#contract/home-content.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { EntryFormProps } from './entry-form.ts';
import { LinkField } from './link-field.tsx';
import { SlidePreview } from './slide-preview.tsx';

const TEXTS: { value: Slide['text']; label: string }[] = [
  { value: 'panel', label: 'On a panel, for any picture' },
  { value: 'dark', label: 'Dark, for a bright picture' },
  { value: 'light', label: 'Light, for a dark picture' },
];

const NEW: Slide = {
  headline: '',
  subtitle: '',
  picture: '',
  narrowPicture: '',
  description: '',
  text: 'panel',
  label: '',
  link: '',
};

/** The form for a slide at the top of the home page. */
export const SlideForm = ({ title, entry = NEW, onSend, onClose }: EntryFormProps<Slide>) => {
  const { register, control, setValue, onUploading, errors, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<Slide>({ schema: slideSchema, defaultValues: entry, onSend });
  const values = useWatch({ control }) as Slide;
  const shown = {
    ...values,
    picture: useDebounced(values.picture),
    narrowPicture: useDebounced(values.narrowPicture),
  };
  const picture = (name: 'picture' | 'narrowPicture') => ({
    ...register(name),
    current: values[name],
    error: errors[name]?.message,
    onPicture: (address: string) => setValue(name, address, { shouldDirty: true, shouldValidate: true }),
    onUploading: onUploading(name),
  });
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <DialogForm action="Save" busy={isSubmitting} isDirty={isDirty} failure={failure} onSubmit={onSubmit}>
        <Field
          label="Headline"
          hint="Optional. Without it, the slide is only a picture."
          error={errors.headline?.message}
          {...register('headline')}
        />
        <Field
          label="Line above the headline"
          hint="Optional."
          error={errors.subtitle?.message}
          {...register('subtitle')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Button"
            hint="Below the headline. Optional."
            error={errors.label?.message}
            {...register('label')}
          />
          <LinkField error={errors.link?.message} {...register('link')} />
        </div>
        <SelectField
          label="Text"
          options={TEXTS}
          placeholder="Choose"
          error={errors.text?.message}
          {...register('text')}
        />
        <ImageField label="Picture URL" shape="slide" isNeeded {...picture('picture')} />
        <ImageField
          label="URL of the picture for narrow windows"
          shape="narrow slide"
          isOptional
          {...picture('narrowPicture')}
        />
        <Field
          label="Description of the picture"
          hint="For people who can’t see it. Required for a slide without a headline."
          error={errors.description?.message}
          {...register('description')}
        />
        <SlidePreview slide={shown} />
      </DialogForm>
    </Dialog>
  );
};
