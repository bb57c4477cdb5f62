import { useEffect, useRef, useState } from 'react';

const PREFIX = 'draft ';

/**
 * A text that is kept in this browser until it is sent, so that it survives a closed tab and a lost connection. Empty
 * texts are not kept.
 * @param key identifies the purpose of the text and its author
 * @returns the text, its setter, and a function that clears it once it is sent unless it has changed in the meantime
 */
export const useDraft = (key: string): [string, (text: string) => void, (sent: string) => void] => {
  const [text, setText] = useState(() => localStorage.getItem(PREFIX + key) ?? '');
  const change = (next: string) => {
    setText(next);
    try {
      if (next === '') localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, next);
    } catch {
      // If the browser's storage is full, the text exists in this tab only.
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
