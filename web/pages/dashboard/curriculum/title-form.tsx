import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { TEXT_LIMITS } from '#contract/common.ts';

interface TitleFormProps<Action extends string> {
  label: string;
  /** The buttons by what they stand for. Enter presses the first. */
  actions: Readonly<Record<Action, string>>;
  /** What is changed. Such a form appears on request, and has the focus then. */
  title?: string;
  /** The form is emptied once it has resolved, unless something else was typed in the meantime. */
  onSend: (title: string, action: Action) => Promise<unknown>;
}

/** A title, and what can be done with it. */
export const TitleForm = <Action extends string>({
  label,
  actions,
  title = '',
  onSend,
}: TitleFormProps<Action>) => {
  const [value, setValue] = useState(title);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (title !== '') field.current?.focus();
  }, [title]);
  const send = async (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    if (value.trim() === '' || !(submitter instanceof HTMLButtonElement)) {
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onSend(value, submitter.value as Action);
      // The next title may have been typed in the meantime.
      if (title === '') setValue((typed) => (typed === value ? '' : typed));
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setIsBusy(false);
    }
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
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        {(Object.entries(actions) as [Action, string][]).map(([action, name]) => (
          <button key={action} type="submit" value={action} className="btn btn-outline" disabled={isBusy}>
            {name}
          </button>
        ))}
      </div>
      {failure && (
        <p role="alert" className="text-sm text-error">
          {failure}
        </p>
      )}
    </form>
  );
};
