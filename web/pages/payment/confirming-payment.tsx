import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Class } from '#contract/classes.ts';
import { classKeys } from '#web/calls/classes.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';
import { PATHS } from '#web/paths.ts';
import { succeededPayment } from '#web/payments/succeeded-payment.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { showToast } from '#web/ui/toast.ts';
import { PaymentPending } from './payment-pending.tsx';
import { RefundedNotice } from './refunded-notice.tsx';
import { useOutcome } from './use-outcome.ts';

interface ConfirmingPaymentProps {
  offer: Class;
  transactionId: string;
  /** Whether the provider has already reported success. */
  isCharged: boolean;
  /** Called if the card was not charged after all, so that the user can try again. */
  onNotPaid: () => void;
}

/** Shown after the confirmation request until the outcome is known. The user cannot pay twice from here. */
export const ConfirmingPayment = ({ offer, transactionId, isCharged, onNotPaid }: ConfirmingPaymentProps) => {
  const outcome = useOutcome(offer, transactionId, isCharged);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const kind = outcome?.kind;

  useEffect(() => {
    if (kind === 'not paid') onNotPaid();
    if (kind !== 'enrolled') return;
    void invalidate(queryClient, enrollmentKeys, classKeys);
    void showToast('Payment Successful');
    succeededPayment.set(transactionId);
    void navigate(PATHS.myEnrollments, { replace: true });
  }, [kind, onNotPaid, queryClient, navigate, transactionId]);

  if (outcome?.kind === 'refunded') return <RefundedNotice message={outcome.message} />;
  return <PaymentPending transactionId={transactionId} isCharged={isCharged} />;
};
