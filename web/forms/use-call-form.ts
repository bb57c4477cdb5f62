import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  type UseFormRegister,
} from 'react-hook-form';
import { z } from 'zod';
import { isSame } from './is-same.ts';
import { useRestoredInput } from './use-restored-input.ts';
import { type Loss, SENDING, UPLOADING, useLeaveWarning } from './use-leave-warning.ts';

interface CallFormOptions<Values extends FieldValues> {
  schema: z.ZodType<Values, Values>;
  defaultValues?: DefaultValues<Values>;
  /** External values that fill the form except for fields that the user has changed. They may arrive late. */
  values?: Values;
  /**
   * Makes the call. Errors are shown at the fields that the server names, of which the first gets the focus, otherwise
   * below the form. The form then shows the returned values, except in fields that the user has changed since sending.
   */
  onSend: (values: Values) => Promise<Values> | Promise<void>;
  /**
   * What the user is asked before they leave changes, unless these are being sent. Also keeps what they have typed if the
   * session ends. For long forms. If `onSend` navigates, it does so with `isFinal`.
   */
  warnOnLeave?: Loss;
  /** The call of a second submit button, with the schema that applies then. */
  second?: Pick<CallFormOptions<Values>, 'schema' | 'onSend'>;
}

/** An error of a call, of the API or of the identity provider. */
interface Failure extends Error {
  /** Messages by the names of fields. */
  fields?: Record<string, string>;
}

const WAIT = 'Please wait until the picture is uploaded.';

/** Whether a field may not be empty. */
const isRequired = (schema: z.ZodType, name: string): boolean => {
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
  return field !== undefined && !field.safeParse('').success && !field.safeParse(undefined).success;
};

/**
 * A form that validates its values against a schema of the contract and then makes a call, but not while a picture of it
 * is being uploaded.
 */
export const useCallForm = <Values extends FieldValues>({
  schema,
  defaultValues,
  values,
  onSend,
  warnOnLeave,
  second,
}: CallFormOptions<Values>) => {
  const isSecond = useRef(false);
  const check = zodResolver(schema);
  const checkSecond = second ? zodResolver(second.schema) : check;
  const form = useForm<Values>({
    resolver: (...checked) => (isSecond.current ? checkSecond : check)(...checked),
    defaultValues,
    values,
    // Values that arrive from outside leave what the user has typed, and what was said about it.
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
  });
  const { register, control, handleSubmit, setError, clearErrors, setValue, getValues, formState } = form;
  useRestoredInput(form, warnOnLeave !== undefined);
  const reset = (next?: Values): void =>
    form.reset(next, { keepDirtyValues: false, keepErrors: false, keepIsSubmitted: false });

  const [uploading, setUploading] = useState<readonly Path<Values>[]>([]);
  const isUploading = uploading.length > 0;
  /** @returns the function that a field calls when the upload of its picture starts and when it has ended */
  const onUploading = (name: Path<Values>) => (starts: boolean) => {
    setUploading((present) => (starts ? [...present, name] : present.filter((one) => one !== name)));
    if (!starts) clearErrors(name);
  };

  const loss =
    warnOnLeave && (formState.isSubmitting ? SENDING : formState.isDirty ? warnOnLeave : undefined);
  useLeaveWarning(loss !== undefined || isUploading, { loss: loss ?? UPLOADING });

  /** Registers a field and adds whether it is required. */
  const registerField = ((name, options) => ({
    ...register(name, options),
    required: isRequired(schema, name),
  })) as UseFormRegister<Values>;

  const showFailure = (failure: Failure) => {
    const messages = failure.fields ?? {};
    const shown = Object.keys(getValues()).filter((name) => name in messages);
    for (const [index, name] of shown.entries())
      setError(name as Path<Values>, { message: messages[name] }, { shouldFocus: index === 0 });
    if (shown.length === 0) setError('root', { message: failure.message });
  };
  const showStored = (stored: Values, sent: Values) => {
    const present = getValues();
    for (const name of Object.keys(stored) as Path<Values>[])
      if (isSame(present[name], sent[name])) setValue(name, stored[name]);
    form.resetDefaultValues(stored);
  };
  const sendBy = (call: typeof onSend) =>
    handleSubmit(async (checked) => {
      const sent = structuredClone(getValues());
      try {
        const stored = await call(checked);
        if (stored ?? values) showStored(stored ?? checked, sent);
      } catch (failure) {
        showFailure(failure as Failure);
      }
    });

  const send = sendBy(onSend);
  const sendSecond = second ? sendBy(second.onSend) : send;

  const submit = (event: SyntheticEvent, bySecond = false) => {
    event.preventDefault();
    isSecond.current = bySecond;
    if (!isUploading) void (bySecond ? sendSecond : send)(event);
    for (const [index, name] of uploading.entries())
      setError(name, { message: WAIT }, { shouldFocus: index === 0 });
  };

  return {
    register: registerField,
    control,
    setValue,
    reset,
    errors: formState.errors,
    isSubmitting: formState.isSubmitting,
    isDirty: formState.isDirty || isUploading,
    // For one rendering after external values have arrived, isDirty is false although changes were kept.
    hasKeptChanges: Object.keys(formState.dirtyFields).length > 0,
    onUploading,
    failure: formState.errors.root?.message,
    onSubmit: (event: SyntheticEvent) => submit(event),
    onSubmitSecond: (event: SyntheticEvent) => submit(event, true),
  };
};
