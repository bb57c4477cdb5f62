import { lazy, Suspense } from 'react';
import type { PaymentDialogProps } from './payment-dialog.ts';

/** Loads the dialogs with their forms and validation. The screen shows its heading and list without them. */
const load = () => import('./dialogs.ts');
type Dialogs = Awaited<ReturnType<typeof load>>;

/** Preloads the dialogs, so that they open at once. */
export const preloadDialogs = (): void => void load().catch(() => undefined);

const later = (name: keyof Dialogs) => {
  const Dialog = lazy(async () => ({ default: (await load())[name] }));
  return (props: PaymentDialogProps) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
};

export const RefundDialog = later('RefundDialog');
export const SettleDialog = later('SettleDialog');
export const DisputeDialog = later('DisputeDialog');
