import type { KeyboardEvent, Ref, SelectHTMLAttributes } from 'react';
import { type ControlText, DescribedControl } from './described-control.tsx';
import { useIsSending } from './sending.ts';

interface SelectFieldProps extends ControlText, SelectHTMLAttributes<HTMLSelectElement> {
  /** Options whose value is their label, or pairs of value and label. */
  options: readonly (string | { value: string; label: string })[];
  placeholder: string;
  ref?: Ref<HTMLSelectElement>;
}

const refuseChanges = (event: KeyboardEvent) => {
  if (!['Tab', 'Escape'].includes(event.key)) event.preventDefault();
};

/** A labeled select. */
export const SelectField = ({ label, error, hint, options, placeholder, ...select }: SelectFieldProps) => {
  const isSending = useIsSending();
  return (
    <DescribedControl label={label} error={error} hint={hint}>
      {(attributes) => (
        <select
          {...select}
          {...attributes}
          // A select cannot be read-only.
          {...(isSending && { 'aria-disabled': true, onKeyDown: refuseChanges })}
          className={`select select-lg w-full text-base ${error ? 'select-error' : ''} ${isSending ? 'pointer-events-none' : ''}`}
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
};
