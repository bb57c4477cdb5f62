import { lazy, Suspense } from 'react';
import type { Payment } from '#contract/payments.ts';

interface DialogProps {
  payment: Payment;
  /** The failed refund that it is about. Default: the first one of the payment. */
  refundId?: string;
  onClose: () => void;
}

/** Loads the dialogs with their forms and validation. The screen shows its heading and list without them. */
const load = () => import('./dialogs.ts');
type Dialogs = Awaited<ReturnType<typeof load>>;

/** Preloads the dialogs, so that they open at once. */
export const preloadDialogs = (): void => void load().catch(() => undefined);

const later = (name: keyof Dialogs) => {
  const Dialog = lazy(async () => ({ default: (await load())[name] }));
  return (props: DialogProps) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
};

export const RefundDialog = later('RefundDialog');
export const SettleDialog = later('SettleDialog');
export const DisputeDialog = later('DisputeDialog');
