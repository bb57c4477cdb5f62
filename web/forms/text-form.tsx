import { type SyntheticEvent, useRef, useState } from 'react';
import { FormError } from '#web/ui/form-error.tsx';
import { SendingContext } from '#web/ui/sending.ts';
import { TextArea } from '#web/ui/text-area.tsx';

interface TextFormProps {
  label: string;
  maxLength: number;
  /** Label of the submit button. */
  action: string;
  text: string;
  onChange: (text: string) => void;
  /** Sends the text. The form shows the message of an error that it throws. */
  onSend: (text: string) => Promise<void>;
  /** Given for a form that a button opens, and that closes once the text is sent. It takes the focus. */
  onCancel?: () => void;
}

/** A form with one text, new or edited, such as a question. */
export const TextForm = ({ label, maxLength, action, text, onChange, onSend, onCancel }: TextFormProps) => {
  const closesAfterwards = onCancel !== undefined;
  const [busy, setBusy] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    setFailure(undefined);
    const isEmpty = text.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSend(text);
    } catch (thrown) {
      setFailure((thrown as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form method="post" className="grid gap-3" onSubmit={submit} noValidate>
      <SendingContext value={busy && closesAfterwards}>
        <TextArea
          ref={field}
          label={label}
          rows={4}
          maxLength={maxLength}
          required
          autoFocus={closesAfterwards}
          error={isMissing ? 'Enter some text' : undefined}
          value={text}
          onChange={({ target }) => {
            setIsMissing(false);
            onChange(target.value);
          }}
        />
      </SendingContext>
      {failure && <FormError>{failure}</FormError>}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary btn-sm" disabled={busy} aria-busy={busy}>
          {action}
        </button>
        {onCancel && (
          <button type="button" className="btn btn-sm" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
};
