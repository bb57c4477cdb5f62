import { useEffect, useState } from 'react';

/** Returns `value` once it has stopped changing for `delay` milliseconds. */
export const useDebounced = <Value>(value: Value, delay = 300): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), delay);
    return () => window.clearTimeout(timer);
  }, [value, delay]);
  return settled;
};
