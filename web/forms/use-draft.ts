import { useEffect, useRef, useState } from 'react';
import { StoredText } from './stored-text.ts';

const PREFIX = 'draft ';

/** Calls back with a text that another tab has removed. @returns a function that stops it */
const onRemoved = (key: string, callback: (removed: string | null) => void): (() => void) => {
  const check = ({ key: changed, oldValue, newValue }: StorageEvent) => {
    if (changed === key && newValue === null) callback(oldValue);
  };
  window.addEventListener('storage', check);
  return () => window.removeEventListener('storage', check);
};

/**
 * A text that is kept in this browser until it is sent, so that it survives a closed tab and a lost connection. Empty
 * texts are not kept. If two tabs write, the last text is kept, and that of the other tab once the last one was sent. A tab
 * that has only read a text shows it until another one has continued and sent it.
 * @param key identifies the purpose of the text and its author
 * @returns the text, its setter, and a function that clears it once it is sent unless it has changed in the meantime
 */
export const useDraft = (key: string): [string, (text: string) => void, (sent: string) => void] => {
  const [draft] = useState(() => new StoredText(PREFIX + key));
  const [text, setText] = useState(draft.own ?? '');
  /** Whether the text is this tab's, and not only read from the storage. */
  const isTyped = useRef(false);
  const change = (next: string) => {
    isTyped.current = next !== '';
    setText(next);
    // What another tab has written since stays.
    if (next === '') draft.remove();
    else draft.write(next);
  };
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(
    () =>
      onRemoved(PREFIX + key, (removed) => {
        const isContinued = !isTyped.current && removed?.startsWith(latest.current);
        if (isContinued || latest.current === removed) setText('');
        else draft.write(latest.current);
      }),
    [draft, key],
  );
  const empty = (sent: string) => {
    if (latest.current === sent) change('');
  };
  return [text, change, empty];
};
