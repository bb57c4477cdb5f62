import type { Ref, SelectHTMLAttributes } from 'react';
import { type ControlText, DescribedControl } from './described-control.tsx';

interface SelectFieldProps extends ControlText, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly string[];
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
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )}
  </DescribedControl>
);
