import { useWatch } from 'react-hook-form';
import type { Class, ClassInput } from '#contract/classes.ts';
import { CURRENCIES } from '#contract/currencies.ts';
import { formatPrice, symbolOf, toMajorUnits } from '#contract/money.ts';
import type { useCallForm } from '#web/forms/use-call-form.ts';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';
import { today } from '#web/ui/format-date.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import type { OfferedSkills } from './use-offered-skills.ts';

interface FieldsProps {
  form: ReturnType<typeof useCallForm<ClassInput>>;
}

/** The teacher, as the class will show them. They change it in their profile. */
export const TeacherFields = ({ form: { register } }: FieldsProps) => (
  <>
    <Field label="Name" readOnly {...register('name')} />
    <Field label="Email" type="email" readOnly {...register('email')} />
  </>
);

export const PriceField = ({ form: { register, errors } }: FieldsProps) => {
  const { currency } = useSite();
  const minimum = toMajorUnits(CURRENCIES[currency].minimum);
  return (
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
  );
};

interface SkillFieldsProps extends FieldsProps {
  choicesFor: OfferedSkills['choicesFor'];
  defaultValues: Partial<ClassInput>;
}

/** The experience level and the skill category of a class. */
export const SkillFields = ({ form, choicesFor, defaultValues }: SkillFieldsProps) => {
  const { register, control, errors } = form;
  const [experience, category] = useWatch({ control, name: ['experience', 'category'] });
  const { experienceLevels, skillCategories } = choicesFor(defaultValues, { experience, category });
  return (
    <>
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
    </>
  );
};

export const SeatsField = ({ form: { register, errors } }: FieldsProps) => (
  <Field
    label="Seats (optional)"
    type="number"
    inputMode="numeric"
    min={1}
    step={1}
    hint="Leave empty for unlimited seats"
    error={errors.seats?.message}
    {...register('seats', {
      setValueAs: (value: string | number | null) => (value === '' || value === null ? null : Number(value)),
    })}
  />
);

interface StartFieldProps extends FieldsProps {
  /** The class that the form updates, if it does. Its start date stays valid. */
  stored: Class | undefined;
}

export const StartField = ({ form: { register, errors }, stored }: StartFieldProps) => {
  const now = today();
  return (
    <Field
      label="Start date (optional)"
      type="date"
      min={stored?.startsOn && stored.startsOn < now ? stored.startsOn : now}
      hint="Shown to students, who can open the lessons before it"
      error={errors.startsOn?.message}
      {...register('startsOn', { setValueAs: (value: string | null) => value || null })}
    />
  );
};
