import { createSlot } from './slot.ts';

/** How long a toast is shown, in milliseconds. */
const DURATION = { success: 1_500, failure: 6_000 };

interface Toast {
  title: string;
  kind: keyof typeof DURATION;
}

export const toastSlot = createSlot<Toast>();

/** Shows a toast, a success by default, which screen readers announce. @returns once it is gone */
export const showToast = (title: string, kind: Toast['kind'] = 'success'): Promise<void> => {
  const toast = { title, kind };
  toastSlot.set(toast);
  return new Promise((resolve) => {
    setTimeout(() => {
      // A newer toast keeps its own duration.
      if (toastSlot.get() === toast) toastSlot.set(undefined);
      resolve();
    }, DURATION[kind]);
  });
};
