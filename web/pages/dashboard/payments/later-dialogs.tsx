import { type ComponentType, Suspense } from 'react';
import { deferred } from '#web/rendering/deferred.ts';
import { partOf } from '#web/rendering/later.tsx';
import { LoadingDialog } from '#web/ui/loading-dialog.tsx';

/** Loads the dialogs with their forms and validation. The screen shows its heading and list without them. */
const load = deferred(() => import('./dialogs.ts'));
type Dialogs = Awaited<ReturnType<typeof load>>;

/** Preloads the dialogs, so that they open at once. */
export const preloadDialogs = (): void => void load();

const later = <Props extends { onClose: () => void }>(choose: (dialogs: Dialogs) => ComponentType<Props>) => {
  const Dialog = partOf(load, choose);
  return (props: Props) => (
    <Suspense fallback={<LoadingDialog onClose={props.onClose} />}>
      <Dialog {...props} />
    </Suspense>
  );
};

export const PaymentOf = later((dialogs) => dialogs.PaymentOf);
export const RefundDialog = later((dialogs) => dialogs.RefundDialog);
export const SettleDialog = later((dialogs) => dialogs.SettleDialog);
export const DisputeDialog = later((dialogs) => dialogs.DisputeDialog);
