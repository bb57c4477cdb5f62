import { FormError } from '#web/ui/form-error.tsx';
import { CheckingPayment } from './checking-payment.tsx';
import type { Checkout } from './use-checkout.ts';

interface RecordingPaymentProps {
  checkout: Extract<Checkout, { transactionId: string }>;
  onRetry: () => void;
}

/** After the charge, until the enrolment is there. Nothing can be paid twice from here. */
export const RecordingPayment = ({ checkout, onRetry }: RecordingPaymentProps) => {
  const error = checkout.step === 'recording' ? checkout.error : undefined;
  if (!error) return <CheckingPayment transactionId={checkout.transactionId} />;
  return (
    <div className="grid gap-4" role="status">
      <p className="text-lg font-bold">Your payment succeeded</p>
      <p>
        Transaction id: <code className="break-all">{checkout.transactionId}</code>
      </p>
      <p className="muted">
        Your class is not in your list yet. It will appear by itself within a few minutes, or try again now.
        You will not be charged twice.
      </p>
      <FormError>{error}</FormError>
      <button type="button" className="btn btn-primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
};
