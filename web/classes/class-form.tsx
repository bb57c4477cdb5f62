import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { classFormSchema } from '#contract/class-form.ts';
import type { Class, ClassInput } from '#contract/classes.ts';
import { CURRENCIES } from '#contract/currencies.ts';
import { formatPrice, symbolOf, toMajorUnits } from '#contract/money.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSAVED } from '#web/forms/use-leave-warning.ts';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';
import { today } from '#web/ui/format-date.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { ImageField } from '#web/images/image-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SendingContext } from '#web/ui/sending.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
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

/** The fields of a class, for adding and updating one. */
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
  const {
    register,
    control,
    setValue,
    onUploading,
    errors,
    isSubmitting,
    isDirty,
    hasKeptChanges,
    failure,
    onSubmit,
  } = useCallForm<ClassInput>({
    schema: classFormSchema({ currency, today, stored }),
    defaultValues,
    values,
    warnOnLeave: UNSAVED,
    onSend: async (input) => {
      await send(
        () => onSend(input),
        (field) => setValue(field, ''),
      );
    },
  });
  const [image, experience, category] = useWatch({ control, name: ['image', 'experience', 'category'] });
  const { experienceLevels, skillCategories } = choicesFor(defaultValues, { experience, category });
  const isChanged = isDirty || hasKeptChanges;
  const report = useEffectEvent(() => onDirty?.(isChanged));
  useEffect(() => report(), [isChanged]);
  const minimum = toMajorUnits(CURRENCIES[currency].minimum);
  const now = today();
  const firstStart = stored?.startsOn && stored.startsOn < now ? stored.startsOn : now;

  return (
    <form method="post" className="panel grid gap-5 p-6 sm:p-8" onSubmit={onSubmit} noValidate>
      <SendingContext value={isSubmitting}>
        <div className="grid gap-5 sm:grid-cols-2">
          {showTeacher && (
            <>
              <Field label="Name" readOnly {...register('name')} />
              <Field label="Email" type="email" readOnly {...register('email')} />
            </>
          )}
          <Field label="Title" error={errors.title?.message} {...register('title')} />
          <Field
            label={`Price (${symbolOf(currency)})`}
            type="number"
            inputMode="decimal"
            min={0}
            step="0.01"
            hint={`At least ${formatPrice(minimum, currency)}, or 0 for a free class`}
            error={errors.price?.message}
            {...register('price', { valueAsNumber: true })}
          />
          <SelectField
            label="Experience"
            placeholder="Select the level"
            options={experienceLevels}
            error={errors.experience?.message}
            {...register('experience')}
          />
          <SelectField
            label="Category (optional)"
            placeholder="No category"
            options={skillCategories}
            error={errors.category?.message}
            {...register('category', { setValueAs: (value: string | null) => value || null })}
          />
          <Field
            label="Seats (optional)"
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            hint="Leave empty for unlimited seats"
            error={errors.seats?.message}
            {...register('seats', {
              setValueAs: (value: string | number | null) =>
                value === '' || value === null ? null : Number(value),
            })}
          />
          <Field
            label="Start date (optional)"
            type="date"
            min={firstStart}
            hint="Leave empty if students can start at any time"
            error={errors.startsOn?.message}
            {...register('startsOn', { setValueAs: (value: string | null) => value || null })}
          />
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
          onUploading={onUploading('image')}
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
