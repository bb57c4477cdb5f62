import { PAYMENT_PROBLEM, paymentProblemPage } from '#contract/payment-problem.ts';
import { Link } from '#web/routing/link.tsx';

interface PaymentProblemLinkProps {
  payment: Parameters<typeof paymentProblemPage>[0];
  className?: string;
}

/** Leads to the contact form with a message about a payment. */
export const PaymentProblemLink = ({ payment, className = '' }: PaymentProblemLinkProps) => (
  <Link
    to={paymentProblemPage(payment)}
    className={`link min-h-6 justify-self-start text-sm print:hidden ${className}`}
    aria-label={`${PAYMENT_PROBLEM} ${payment.title}, ${payment.receiptNumber}`}
  >
    {PAYMENT_PROBLEM}
  </Link>
);
