import { type CallToAction, callToActionSchema } from '#contract/home-content.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { LinkField } from './link-field.tsx';
import { type EntryFormProps, useEntryForm } from './use-entry-form.ts';

const NEW: CallToAction = { title: '', text: '', label: '', link: '', picture: '' };

/** The form for a call to action. */
export const CallForm = ({ title, entry = NEW, onSend, onClose }: EntryFormProps<CallToAction>) => {
  const { field, picture, dialog } = useEntryForm({ schema: callToActionSchema, entry, onSend });
  return (
    <EntryDialog title={title} form={dialog} onClose={onClose}>
      <Field label="Title" {...field('title')} />
      <Field label="Text" hint="Optional." {...field('text')} />
      <Field label="Button" {...field('label')} />
      <LinkField {...field('link')} />
      <ImageField label="Picture URL" shape="slide" isNeeded {...picture('picture')} />
    </EntryDialog>
  );
};
