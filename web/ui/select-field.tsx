import type { Ref, SelectHTMLAttributes } from 'react';
import { type ControlText, DescribedControl } from './described-control.tsx';

interface SelectFieldProps extends ControlText, SelectHTMLAttributes<HTMLSelectElement> {
  /** Options whose value is their label, or pairs of value and label. */
  options: readonly (string | { value: string; label: string })[];
  placeholder: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A labeled select. */
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
          .map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
      </select>
    )}
  </DescribedControl>
);
