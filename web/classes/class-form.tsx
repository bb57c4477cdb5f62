import { type SyntheticEvent, useEffect, useEffectEvent, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { classFormSchema, draftFormSchema } from '#contract/class-form.ts';
import type { Class, ClassInput } from '#contract/classes.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { isSecondAction, SECOND_ACTION } from '#web/forms/second-action.ts';
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

interface Submission {
  label: string;
  /** Submits the form and leaves it. Errors that it throws are shown below the form. */
  onSend: (input: ClassInput) => Promise<void>;
}

interface ClassFormProps {
  defaultValues: Partial<ClassInput>;
  /** The present values of the class, if it may be changed elsewhere. They fill the fields that the user has not changed. */
  values?: ClassInput;
  /** The class that the form updates, if it does. Its price and start date stay valid. */
  stored?: Class;
  /** Whether to show the teacher's name and email, which are read-only. */
  showTeacher: boolean;
  /** Called when there are unsaved changes and when there are none any more. */
  onDirty?: (isDirty: boolean) => void;
  /** What the first button does. */
  main: Submission;
  /** What the second button does: it saves a new class as a draft, or submits a draft for review. */
  second?: Submission & { hint: string };
}

/** The form of a class, for adding and updating one. */
export const ClassForm = ({
  defaultValues,
  values,
  stored,
  showTeacher,
  onDirty,
  main,
  second,
}: ClassFormProps) => {
  const secondHint = useId();
  const { choicesFor, send } = useOfferedSkills();
  const { currency } = useSite();
  const rules = { currency, today, stored };
  /** Makes a call, and empties a choice that the site does not offer any more. */
  const sendWith = (call: (input: ClassInput) => Promise<void>) => async (input: ClassInput) => {
    await send(
      () => call(input),
      (field) => form.setValue(field, ''),
    );
  };
  const complete = classFormSchema(rules);
  const unfinished = draftFormSchema(rules);
  const isDraft = stored?.status === 'Draft';
  const form = useCallForm<ClassInput>({
    schema: isDraft ? unfinished : complete,
    defaultValues,
    values,
    warnOnLeave: UNSAVED,
    onSend: sendWith(main.onSend),
    second: second && { schema: isDraft ? complete : unfinished, onSend: sendWith(second.onSend) },
  });
  const submit = (event: SyntheticEvent) =>
    isSecondAction(event) ? form.onSubmitSecond(event) : form.onSubmit(event);
  const { register, control, setValue, errors, isSubmitting, failure } = form;
  const image = useWatch({ control, name: 'image' });
  const isChanged = form.isDirty || form.hasKeptChanges;
  const report = useEffectEvent(() => onDirty?.(isChanged));
  useEffect(() => report(), [isChanged]);

  return (
    <form method="post" className="panel grid gap-5 p-6 sm:p-8" onSubmit={submit} noValidate>
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
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton busy={isSubmitting}>{main.label}</SubmitButton>
        {second && (
          <button
            type="submit"
            value={SECOND_ACTION}
            className="btn btn-outline btn-lg"
            disabled={isSubmitting}
            aria-describedby={secondHint}
          >
            {second.label}
          </button>
        )}
      </div>
      {second && (
        <p id={secondHint} className="muted text-sm">
          {second.hint}
        </p>
      )}
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
