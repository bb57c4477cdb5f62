import type { InputHTMLAttributes, Ref } from 'react';
import { type ControlText, DescribedControl } from '#web/ui/described-control.tsx';

interface ColorFieldProps extends ControlText, InputHTMLAttributes<HTMLInputElement> {
  current: string;
  onPick: (color: string) => void;
  ref?: Ref<HTMLInputElement>;
}

const COMPLETE = /^#[\da-f]{6}$/i;

/** A color, typed as `#rrggbb` or picked. */
export const ColorField = ({ label, error, hint, current, onPick, ...input }: ColorFieldProps) => (
  <DescribedControl label={label} error={error} hint={hint}>
    {(attributes) => (
      <div className="flex gap-3">
        <input
          {...input}
          {...attributes}
          spellCheck={false}
          className={`input input-lg w-40 font-mono text-base ${error ? 'input-error' : ''}`}
        />
        <input
          type="color"
          aria-label={`Pick the ${label.toLowerCase()}`}
          value={COMPLETE.test(current) ? current.toLowerCase() : '#000000'}
          onChange={({ target }) => onPick(target.value)}
          className="h-12 w-16 cursor-pointer rounded-field border border-base-300 bg-base-100 p-1"
        />
      </div>
    )}
  </DescribedControl>
);
