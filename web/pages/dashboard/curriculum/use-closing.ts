import { useEffect, useRef } from 'react';

/**
 * @returns a function that returns the signal of the screen, which is aborted when the screen is left, so that a question
 *   does not appear on another one
 */
export const useClosing = (): (() => AbortSignal) => {
  const closing = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);
  return () => closing.current!.signal;
};
