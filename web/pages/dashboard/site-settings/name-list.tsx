import { Plus, Trash2 } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormError } from '#web/ui/form-error.tsx';
import { moveButtonId, MoveButtons } from '#web/ui/move-buttons.tsx';

interface NameListProps {
  legend: string;
  /** What a single entry is called. */
  noun: string;
  names: readonly string[];
  maximum: number;
  /** The error of the whole list. */
  error: string | undefined;
  errorAt: (index: number) => string | undefined;
  /** Registers the input of an entry. */
  registerAt: (index: number) => InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };
  onChange: (names: string[]) => void;
}

/** A list of names that can be added, edited, moved and removed. */
export const NameList = ({
  legend,
  noun,
  names,
  maximum,
  error,
  errorAt,
  registerAt,
  onChange,
}: NameListProps) => {
  const id = useId();
  const [done, setDone] = useState('');
  /** Changes the names, then focuses a control of the new list before the user presses the next key. */
  const change = (changed: string[], focused: string) => {
    flushSync(() => onChange(changed));
    document.getElementById(focused)?.focus();
  };
  const inputId = (index: number) => `${id}-${index}`;
  const move = (index: number, step: 'up' | 'down') => {
    const to = step === 'up' ? index - 1 : index + 1;
    setDone(`${names[index]} is now ${to + 1} of ${names.length}`);
    change(names.toSpliced(index, 1).toSpliced(to, 0, names[index]!), moveButtonId(inputId(to), step));
  };
  const remove = (index: number) => {
    setDone(`${names[index]} removed`);
    change(names.toSpliced(index, 1), inputId(Math.min(index, names.length - 2)));
  };
  const add = () => change([...names, ''], inputId(names.length));
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <ol className="grid gap-2">
        {names.map((name, index) => {
          const label = name || `${noun} ${index + 1}`;
          const problem = errorAt(index);
          return (
            <li key={index} className="grid gap-1">
              <span className="flex items-center gap-1">
                <input
                  {...registerAt(index)}
                  id={inputId(index)}
                  dir="auto"
                  autoComplete="off"
                  aria-label={`${noun} ${index + 1}`}
                  aria-invalid={Boolean(problem)}
                  aria-describedby={problem && `${inputId(index)}-error`}
                  className={`input w-full min-w-0 flex-1 text-base ${problem ? 'input-error' : ''}`}
                />
                <MoveButtons
                  id={inputId(index)}
                  name={label}
                  canMove={{ up: index > 0, down: index < names.length - 1 }}
                  onMove={(step) => move(index, step)}
                  className="btn-square"
                />
                <button
                  type="button"
                  className="btn btn-square btn-ghost btn-sm"
                  aria-label={`Remove: ${label}`}
                  disabled={names.length === 1}
                  onClick={() => remove(index)}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </button>
              </span>
              {problem && (
                <p id={`${inputId(index)}-error`} className="text-sm font-medium text-error">
                  {problem}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {done}
      </p>
      {error && <FormError>{error}</FormError>}
      <button
        type="button"
        className="btn btn-outline justify-self-start"
        disabled={names.length >= maximum}
        onClick={add}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add {/^[aeiou]/i.test(noun) ? 'an' : 'a'} {noun.toLowerCase()}
      </button>
    </fieldset>
  );
};
