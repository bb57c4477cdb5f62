import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Payment } from '#contract/payments.ts';
import { paymentQuery } from '#web/calls/payments.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

interface PaymentOfProps {
  id: string;
  onFailure: () => void;
  children: (payment: Payment) => ReactNode;
}

/** Loads the payment that a dialog is about. */
export const PaymentOf = ({ id, onFailure, children }: PaymentOfProps) => {
  const { data, error, refetch } = useQuery(paymentQuery(id));
  if (data) return children(data);
  if (!error) return null;
  return (
    <Dialog title="The payment could not be loaded" onClose={onFailure}>
      <LoadError title={error.message} onRetry={() => void refetch()} />
    </Dialog>
  );
};
