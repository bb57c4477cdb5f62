import { useEffect, useRef, useState } from 'react';

const PREFIX = 'draft ';

/**
 * A text that this browser keeps until it is sent, through a closed tab and a lost connection.
 * @param key what it is for, and whose it is
 * @returns the text, what changes it, and what empties it after it was sent, unless it was changed in the meantime; an empty
 *   text is not kept
 */
export const useDraft = (key: string): [string, (text: string) => void, (sent: string) => void] => {
  const [text, setText] = useState(() => localStorage.getItem(PREFIX + key) ?? '');
  const change = (next: string) => {
    setText(next);
    try {
      if (next === '') localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, next);
    } catch {
      // Without room in this browser the text is in this tab only.
    }
  };
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const empty = (sent: string) => {
    if (latest.current === sent) change('');
  };
  return [text, change, empty];
};
