import type { Ref, SelectHTMLAttributes } from 'react';
import { type ControlText, DescribedControl } from './described-control.tsx';

interface SelectFieldProps extends ControlText, SelectHTMLAttributes<HTMLSelectElement> {
  /** Words, or values with the words that stand for them. */
  options: readonly (string | { value: string; label: string })[];
  placeholder: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A labelled choice of one word out of several. */
export const SelectField = ({ label, error, hint, options, placeholder, ...select }: SelectFieldProps) => (
  <DescribedControl label={label} error={error} hint={hint}>
    {(attributes) => (
      <select
        {...select}
        {...attributes}
        className={`select select-lg w-full text-base ${error ? 'select-error' : ''}`}
      >
        <option value="">{placeholder}</option>
        {options
          .map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
          .map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
      </select>
    )}
  </DescribedControl>
);
