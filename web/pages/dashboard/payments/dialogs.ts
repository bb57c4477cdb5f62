// What later-dialogs.tsx loads.
export { DisputeDialog } from './dispute-dialog.tsx';
export { RefundDialog } from './refund-dialog.tsx';
export { SettleDialog } from './settle-dialog.tsx';
