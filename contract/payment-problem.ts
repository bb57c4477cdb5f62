import { formatUtcDate } from './format-date.ts';
import { MESSAGE_PARAMETER } from './contact.ts';
import { PUBLIC_PAGES } from './pages.ts';

/** The label of the link to the page below. */
export const PAYMENT_PROBLEM = 'Problem with this payment?';

interface Paid {
  title: string;
  /** When it was paid, ISO 8601. Unknown in notifications of earlier versions. */
  date?: string;
  receiptNumber: string;
}

/** The contact form with a message about a payment, which its writer completes. */
export const paymentProblemPage = ({ title, date, receiptNumber }: Paid): string => {
  const lines = [
    'I have a problem with this payment:',
    `Class: ${title}`,
    date && `Date: ${formatUtcDate(new Date(date))}`,
    `Receipt: ${receiptNumber}`,
  ];
  const message = `${lines.filter(Boolean).join('\n')}\n\n`;
  return `${PUBLIC_PAGES.contacts}?${new URLSearchParams({ [MESSAGE_PARAMETER]: message }).toString()}`;
};
