import type { InputHTMLAttributes, Ref } from 'react';
import { DATES } from '#contract/common.ts';
import { type ControlText, DescribedControl } from './described-control.tsx';
import { useIsSending } from './sending.ts';

interface FieldProps extends ControlText, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** A labeled input. A date field accepts plausible dates only. */
export const Field = ({ label, error, hint, ...input }: FieldProps) => {
  const isSending = useIsSending();
  return (
    <DescribedControl label={label} error={error} hint={hint}>
      {(attributes) => (
        <input
          {...(input.type === 'date' && DATES)}
          {...input}
          {...attributes}
          readOnly={isSending || input.readOnly}
          dir={input.type === undefined ? 'auto' : undefined}
          className={`input input-lg w-full text-base ${error ? 'input-error' : ''} ${input.readOnly ? 'fixed-value' : ''}`}
        />
      )}
    </DescribedControl>
  );
};
