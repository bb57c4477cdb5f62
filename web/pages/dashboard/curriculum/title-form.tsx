import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { TEXT_LIMITS } from '#contract/common.ts';

interface TitleFormProps {
  label: string;
  action: string;
  /** What is changed. Such a form appears on request, and has the focus then. */
  title?: string;
  /** The form is emptied once it has resolved. */
  onSend: (title: string) => Promise<unknown>;
}

/** A title and a button. */
export const TitleForm = ({ label, action, title = '', onSend }: TitleFormProps) => {
  const [value, setValue] = useState(title);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (title !== '') field.current?.focus();
  }, [title]);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onSend(value);
      setValue(title === '' ? '' : value);
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
          className="input min-w-0 flex-1"
          dir="auto"
          aria-label={label}
          placeholder={label}
          maxLength={TEXT_LIMITS.title}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        <button type="submit" className="btn btn-outline" disabled={isBusy}>
          {action}
        </button>
      </div>
      {failure && (
        <p role="alert" className="text-sm text-error">
          {failure}
        </p>
      )}
    </form>
  );
};
