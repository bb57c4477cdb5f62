import type { UndeliveredEmail } from '#contract/undelivered.ts';
import { confirm } from '#web/ui/confirm.ts';

/** Asks whether to dismiss an email, and says what is lost. @returns whether the user confirmed */
export const confirmDismissal = ({ kind, subject }: UndeliveredEmail): Promise<boolean> =>
  confirm({
    title: 'Dismiss this email?',
    subject,
    text:
      kind === 'contact'
        ? 'This email is the only copy of the visitor’s message. Nobody will be able to read it.'
        : 'The recipient will never receive this email.',
    confirm: 'Dismiss the email',
    buttonClass: 'btn-error',
  });
