import { type Slide, slideSchema } from '#contract/home-content.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { LinkField } from './link-field.tsx';
import { SlidePreview } from './slide-preview.tsx';
import { type EntryFormProps, useEntryForm } from './use-entry-form.ts';

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
  const { values, field, picture, dialog } = useEntryForm({ schema: slideSchema, entry, onSend });
  const shown = {
    ...values,
    picture: useDebounced(values.picture),
    narrowPicture: useDebounced(values.narrowPicture),
  };
  return (
    <EntryDialog title={title} size="wide" form={dialog} onClose={onClose}>
      <Field
        label="Headline"
        hint="Optional. Without it, the slide is only a picture."
        {...field('headline')}
      />
      <Field label="Line above the headline" hint="Optional." {...field('subtitle')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Button" hint="Below the headline. Optional." {...field('label')} />
        <LinkField {...field('link')} />
      </div>
      <SelectField label="Text" options={TEXTS} placeholder="Choose" {...field('text')} />
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
        {...field('description')}
      />
      <SlidePreview slide={shown} />
    </EntryDialog>
  );
};
