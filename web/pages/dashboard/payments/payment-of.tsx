import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Payment } from '#contract/payments.ts';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { paymentQuery } from '#web/calls/payments.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

interface PaymentOfProps {
  id: string;
  /** Closes the dialog that is shown until the payment has loaded. */
  onClose: () => void;
  children: (payment: Payment) => ReactNode;
}

/** Loads the payment that a dialog is about. Its amounts are current, because the dialog proposes them. */
export const PaymentOf = ({ id, onClose, children }: PaymentOfProps) => {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...paymentQuery(id),
    // Fails without a connection, instead of waiting for one behind a dialog that is still empty.
    ...CURRENT,
  });
  if (data && isFetchedAfterMount) return children(data);
  if (!error)
    return (
      <Dialog title="Payment" onClose={onClose}>
        <p role="status">Loading...</p>
      </Dialog>
    );
  return (
    <Dialog title="The payment could not be loaded" onClose={onClose}>
      <LoadError title={error.message} onRetry={() => void refetch()} />
    </Dialog>
  );
};
