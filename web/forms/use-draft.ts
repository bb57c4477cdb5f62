import { useState } from 'react';

const PREFIX = 'draft ';

/**
 * A text that this browser keeps until it is sent, through a closed tab and a lost connection.
 * @param key what it is for, and whose it is
 * @returns the text, and what changes it; an empty text is not kept
 */
export const useDraft = (key: string): [string, (text: string) => void] => {
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
  return [text, change];
};
