import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { classFormSchema } from '#contract/class-form.ts';
import type { Class, ClassInput } from '#contract/classes.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSAVED } from '#web/forms/use-leave-warning.ts';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';
import { today } from '#web/ui/format-date.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { ImageField } from '#web/images/image-field.tsx';
import { SendingContext } from '#web/ui/sending.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { PriceField, SeatsField, SkillFields, StartField, TeacherFields } from './class-fields.tsx';
import { useOfferedSkills } from './use-offered-skills.ts';

interface ClassFormProps {
  defaultValues: Partial<ClassInput>;
  /** The present values of the class, if it may be changed elsewhere. They fill the fields that the user has not changed. */
  values?: ClassInput;
  /** The class that the form updates, if it does. Its price and start date stay valid. */
  stored?: Class;
  /** Whether to show the teacher's name and email, which are read-only. */
  showTeacher: boolean;
  submitLabel: string;
  /** Called when there are unsaved changes and when there are none any more. */
  onDirty?: (isDirty: boolean) => void;
  /** Submits the form and leaves it. Errors that it throws are shown below the form. */
  onSend: (input: ClassInput) => Promise<void>;
}

/** The form of a class, for adding and updating one. */
export const ClassForm = ({
  defaultValues,
  values,
  stored,
  showTeacher,
  submitLabel,
  onDirty,
  onSend,
}: ClassFormProps) => {
  const { choicesFor, send } = useOfferedSkills();
  const { currency } = useSite();
  const form = useCallForm<ClassInput>({
    schema: classFormSchema({ currency, today, stored }),
    defaultValues,
    values,
    warnOnLeave: UNSAVED,
    onSend: async (input) => {
      await send(
        () => onSend(input),
        (field) => form.setValue(field, ''),
      );
    },
  });
  const { register, control, setValue, errors, isSubmitting, failure } = form;
  const image = useWatch({ control, name: 'image' });
  const isChanged = form.isDirty || form.hasKeptChanges;
  const report = useEffectEvent(() => onDirty?.(isChanged));
  useEffect(() => report(), [isChanged]);

  return (
    <form method="post" className="panel grid gap-5 p-6 sm:p-8" onSubmit={form.onSubmit} noValidate>
      <SendingContext value={isSubmitting}>
        <div className="grid gap-5 sm:grid-cols-2">
          {showTeacher && <TeacherFields form={form} />}
          <Field label="Title" error={errors.title?.message} {...register('title')} />
          <PriceField form={form} />
          <SkillFields form={form} choicesFor={choicesFor} defaultValues={defaultValues} />
          <SeatsField form={form} />
          <StartField form={form} stored={stored} />
        </div>
        <TextArea
          label="Description"
          rows={6}
          hint="Plain text. Line breaks are kept; Markdown is not supported."
          maxLength={TEXT_LIMITS.description}
          error={errors.description?.message}
          {...register('description')}
        />
        <ImageField
          label="Image URL"
          hint="A URL that starts with https:// or a path on this site"
          shape="cover"
          isNeeded
          current={image}
          error={errors.image?.message}
          onPicture={(address) => setValue('image', address, { shouldDirty: true, shouldValidate: true })}
          onUploading={form.onUploading('image')}
          {...register('image')}
        />
      </SendingContext>
      <SubmitButton busy={isSubmitting} className="justify-self-start">
        {submitLabel}
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
