import { useEffect, useRef } from 'react';

/**
 * A dialog's `onClose` for what ends later than the dialog itself, such as a call that the user did not wait for. It would
 * otherwise close the dialog that is open by then.
 * @returns a function that calls `onClose` while the component is shown
 */
export const useOwnClose = (onClose: () => void): (() => void) => {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => {
    if (isShown.current) onClose();
  };
};
