import type { Email } from 'postal-mime';

/** Does something once, while the mail server receives the next email with a certain subject. */
export const createInterruption = (subject: RegExp) => {
  let waiting: (() => Promise<unknown>) | undefined;
  return {
    once: (action: () => Promise<unknown>): void => {
      waiting = action;
    },
    onMessage: async (message: Email): Promise<void> => {
      if (!subject.test(message.subject ?? '')) return;
      const action = waiting;
      waiting = undefined;
      await action?.();
    },
  };
};
