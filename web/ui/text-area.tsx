import type { Ref, TextareaHTMLAttributes } from 'react';
import { type ControlText, DescribedControl } from './described-control.tsx';

interface TextAreaProps extends ControlText, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** A labeled multi-line input. */
export const TextArea = ({ label, error, hint, ...area }: TextAreaProps) => (
  <DescribedControl label={label} error={error} hint={hint}>
    {(attributes) => (
      <textarea
        {...area}
        {...attributes}
        dir="auto"
        className={`textarea w-full text-base ${error ? 'textarea-error' : ''}`}
      />
    )}
  </DescribedControl>
);
