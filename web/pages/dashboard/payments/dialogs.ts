// Loaded by later-dialogs.tsx.
export { DisputeDialog } from './dispute-dialog.tsx';
export { PaymentOf } from './payment-of.tsx';
export { RefundDialog } from './refund-dialog.tsx';
export { SettleDialog } from './settle-dialog.tsx';
