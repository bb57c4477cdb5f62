import type { Ref, TextareaHTMLAttributes } from 'react';
import { type ControlText, DescribedControl } from './described-control.tsx';
import { useIsSending } from './sending.ts';

interface TextAreaProps extends ControlText, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** A labeled multi-line input. */
export const TextArea = ({ label, error, hint, ...area }: TextAreaProps) => {
  const isSending = useIsSending();
  return (
    <DescribedControl label={label} error={error} hint={hint}>
      {(attributes) => (
        <textarea
          {...area}
          {...attributes}
          readOnly={isSending || area.readOnly}
          dir="auto"
          className={`textarea w-full text-base ${error ? 'textarea-error' : ''}`}
        />
      )}
    </DescribedControl>
  );
};
