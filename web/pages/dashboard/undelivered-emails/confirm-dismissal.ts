import type { UndeliveredEmail } from '#contract/undelivered.ts';
import { confirm } from '#web/ui/confirm.ts';

const describeLoss = ({ to, kind }: UndeliveredEmail): string => {
  if (kind === 'contact')
    return `This email${to && ` to ${to}`} is the only copy of the visitor’s message. Nobody will be able to read it.`;
  return to
    ? `${to} will never receive this email.`
    : 'The recipient, a deleted user, will never receive this email.';
};

/** Asks whether to dismiss an email, and says what is lost. @returns whether the user confirmed */
export const confirmDismissal = (email: UndeliveredEmail): Promise<boolean> =>
  confirm({
    title: 'Dismiss this email?',
    subject: email.subject,
    text: describeLoss(email),
    confirm: 'Dismiss the email',
    buttonClass: 'btn-error',
  });

const describeMessages = (count: number): string => {
  if (count === 0) return '';
  return count === 1
    ? ' One of them is the only copy of a visitor’s message.'
    : ` ${count} of them are the only copies of visitors’ messages.`;
};

/** Asks whether to dismiss several emails, and says what is lost. @returns whether the user confirmed */
export const confirmDismissals = (emails: readonly UndeliveredEmail[]): Promise<boolean> => {
  const messages = emails.filter(({ kind }) => kind === 'contact').length;
  return confirm({
    title: `Dismiss all ${emails.length} emails on this page?`,
    text: `Their recipients will never receive them.${describeMessages(messages)}`,
    confirm: `Dismiss ${emails.length} emails`,
    buttonClass: 'btn-error',
  });
};
