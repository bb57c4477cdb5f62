interface PaymentPendingProps {
  transactionId?: string;
  /** Whether the provider reported that the card was charged. Otherwise that is unknown. */
  isCharged: boolean;
}

/** Shown while the outcome of a payment is unknown. It claims no more than is known. */
export const PaymentPending = ({ transactionId, isCharged }: PaymentPendingProps) => (
  <div className="grid gap-4" role="status">
    <p className="text-lg font-bold">
      {isCharged ? 'Your payment succeeded' : 'We’re confirming your payment with the card provider'}
    </p>
    <p>
      {isCharged
        ? 'We’re adding the class to your account. You will not be charged twice.'
        : 'Don’t pay again.'}{' '}
      This page will update automatically.
    </p>
    {transactionId && (
      <p>
        Transaction ID: <code className="break-all">{transactionId}</code>
      </p>
    )}
    <p className="muted">
      {isCharged
        ? 'You can also leave this page: the class will appear under My Enrollment Class.'
        : 'You can also leave this page. If the payment goes through, the class will appear under My Enrollment Class; if not, your card is not charged.'}
    </p>
    <span className="spinner text-primary" aria-hidden="true" />
  </div>
);
