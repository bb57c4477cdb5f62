import { Suspense, use } from 'react';
import { deferred } from '#web/rendering/deferred.ts';
import { LateDialog } from '#web/ui/late-dialog.tsx';
import type { PaymentDialogProps } from './payment-dialog.ts';

/** Loads the dialogs with their forms and validation. The screen shows its heading and list without them. */
const load = deferred(() => import('./dialogs.ts'));
type Dialogs = Awaited<ReturnType<typeof load>>;

/** Preloads the dialogs, so that they open at once. */
export const preloadDialogs = (): void => void load();

const later = (name: keyof Dialogs) => {
  const Dialog = (props: PaymentDialogProps) => {
    const Loaded = use(load())[name];
    return <Loaded {...props} />;
  };
  return (props: PaymentDialogProps) => (
    <Suspense fallback={<LateDialog onClose={props.onClose} />}>
      <Dialog {...props} />
    </Suspense>
  );
};

export const RefundDialog = later('RefundDialog');
export const SettleDialog = later('SettleDialog');
export const DisputeDialog = later('DisputeDialog');
