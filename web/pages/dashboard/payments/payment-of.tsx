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

/** Loads the payment that a dialog is about. Its amounts are current, because the dialog proposes them. */
export const PaymentOf = ({ id, onFailure, children }: PaymentOfProps) => {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...paymentQuery(id), staleTime: 0 });
  if (data && isFetchedAfterMount) return children(data);
  if (!error) return null;
  return (
    <Dialog title="The payment could not be loaded" onClose={onFailure}>
      <LoadError title={error.message} onRetry={() => void refetch()} />
    </Dialog>
  );
};
