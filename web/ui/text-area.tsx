import { type Ref, type TextareaHTMLAttributes, useState } from 'react';
import { type ControlText, DescribedControl } from './described-control.tsx';
import { excessOf } from './excess.ts';
import { useIsSending } from './sending.ts';

interface TextAreaProps extends ControlText, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
  /** In characters. Longer texts are not cut, because the end of a pasted text would be lost without notice. */
  maxLength?: number;
}

/** A labeled multi-line input. */
export const TextArea = ({ label, error, hint, maxLength, onInput, ...area }: TextAreaProps) => {
  const isSending = useIsSending();
  const [typed, setTyped] = useState('');
  const shown = error ?? excessOf(typeof area.value === 'string' ? area.value : typed, maxLength);
  return (
    <DescribedControl label={label} error={shown} hint={hint}>
      {(attributes) => (
        <textarea
          {...area}
          {...attributes}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            onInput?.(event);
          }}
          readOnly={isSending || area.readOnly}
          dir="auto"
          className={`textarea w-full text-base ${shown ? 'textarea-error' : ''}`}
        />
      )}
    </DescribedControl>
  );
};
