import { useEffect, useRef } from 'react';

/**
 * Wraps a dialog's `onClose` so that work that outlasts the dialog, such as a call that the user did not wait for, does
 * not close the dialog that is open by then.
 * @returns a function that calls `onClose` while the component is shown
 */
export const useCloseWhileOpen = <Args extends unknown[]>(
  onClose: (...args: Args) => void,
): ((...args: Args) => void) => {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (...args) => {
    if (isShown.current) onClose(...args);
  };
};
