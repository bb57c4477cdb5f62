import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { TEXT_LIMITS } from '#contract/text-limits.ts';

interface TitleFormProps<Action extends string> {
  label: string;
  /** Labels of the submit buttons by their actions. Enter triggers the first one. */
  actions: Readonly<Record<Action, string>>;
  /** The current title, if one is edited. Such a form is opened on request, takes the focus, and closes once it is sent. */
  title?: string;
  /**
   * Makes the change and shows its failure. @returns whether it was made: only then is the form cleared, unless the user has
   * typed something else in the meantime
   */
  onSend: (title: string, action: Action) => Promise<boolean>;
}

/** A form for a title, with one or more submit buttons. */
export const TitleForm = <Action extends string>({
  label,
  actions,
  title = '',
  onSend,
}: TitleFormProps<Action>) => {
  const [value, setValue] = useState(title);
  const [isBusy, setIsBusy] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (title !== '') field.current?.focus();
  }, [title]);
  const send = async (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    if (value.trim() === '') {
      setIsMissing(true);
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    const isDone = await onSend(value, submitter.value as Action);
    setIsBusy(false);
    // The user may have typed the next title in the meantime.
    if (isDone && title === '') setValue((typed) => (typed === value ? '' : typed));
  };
  return (
    <form method="post" className="grid gap-2" onSubmit={(event) => void send(event)}>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={field}
          className="input min-w-48 flex-1"
          dir="auto"
          aria-label={label}
          placeholder={label}
          maxLength={TEXT_LIMITS.title}
          // What is typed meanwhile would be lost when the form closes.
          readOnly={isBusy && title !== ''}
          value={value}
          onChange={({ target }) => {
            setValue(target.value);
            setIsMissing(false);
          }}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? errorId : undefined}
        />
        {(Object.entries(actions) as [Action, string][]).map(([action, name]) => (
          <button key={action} type="submit" value={action} className="btn btn-outline" disabled={isBusy}>
            {name}
          </button>
        ))}
      </div>
      {isMissing && (
        <p id={errorId} className="text-sm text-error">
          Title is required
        </p>
      )}
    </form>
  );
};
