import type { InputHTMLAttributes, Ref } from 'react';
import { Field } from '#web/ui/field.tsx';

interface DaysFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  error?: string;
  ref?: Ref<HTMLInputElement>;
}

/** The validity of an invitation in days. */
export const DaysField = (props: DaysFieldProps) => (
  <Field label="Valid for (days)" type="number" inputMode="numeric" min={1} step={1} {...props} />
);
