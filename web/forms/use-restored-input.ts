import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useRestoredFields } from './use-restored-fields.ts';

/** Keeps what the user has typed into a form if the session ends, as `useRestoredFields` does. */
export const useRestoredInput = <Values extends FieldValues>(
  { formState: { defaultValues }, getValues, setValue }: UseFormReturn<Values>,
  isKept: boolean,
): void =>
  useRestoredFields({
    isKept,
    form: () => Object.keys(getValues()),
    values: getValues,
    // Not the values, because a field without a default has another empty value once it is shown.
    stored: defaultValues ?? {},
    setField: (name, value) =>
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true }),
  });
