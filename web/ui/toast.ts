import { createSlot } from './slot.ts';

/** How long a toast is shown, in milliseconds. */
const DURATION = 1_500;

export const toastSlot = createSlot<{ title: string }>();

/** Shows a success toast, which screen readers announce. @returns once it is gone */
export const showToast = (title: string): Promise<void> => {
  const toast = { title };
  toastSlot.set(toast);
  return new Promise((resolve) => {
    setTimeout(() => {
      // A newer toast stays for its own time.
      if (toastSlot.get() === toast) toastSlot.set(undefined);
      resolve();
    }, DURATION);
  });
};
