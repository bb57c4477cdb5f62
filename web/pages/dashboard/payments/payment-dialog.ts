import type { Payment } from '#contract/payments.ts';

export interface PaymentDialogProps {
  payment: Payment;
  /** The failed refund that the dialog is about. Default: the first one of the payment, if any. */
  refundId?: string;
  onClose: () => void;
}
