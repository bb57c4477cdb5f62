import type { Attention } from '#contract/attention.ts';

/** The advice for admins on each kind. */
export const ADVICE: Record<Attention['kind'], string> = {
  'refund failed': 'Retry the refund, or pay the money back another way and mark it as refunded.',
  'refund delayed':
    'If the card provider is unavailable, wait: the refund is retried. Otherwise, see the log.',
  unsettled: 'Refund this amount: it was charged, but there is no enrollment.',
  dispute: 'Respond to the dispute in the card provider’s dashboard before the deadline.',
  'dispute lost': 'End the enrollment, or keep it as a gift.',
  'missing row': 'Run npm run payments:adopt on the server: it adopts or refunds the payment.',
  event: 'Retry it. If it fails again, compare the payment with the dashboard of the card provider.',
  mismatch: 'Reconcile the payment with the card provider. Compare any remaining differences manually.',
};
