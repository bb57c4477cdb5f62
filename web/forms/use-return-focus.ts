import { type RefObject, useEffect, useRef } from 'react';

/** Returns the focus to the button that opened a form when the form closes. @returns the ref for the button */
export const useReturnFocus = (isOpen: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
};
