import { createSlot } from '#web/ui/slot.ts';

/**
 * The transaction ID of a payment that has just succeeded, until the next screen takes it. In the history's state, it would
 * be shown again after a reload.
 */
export const succeededPayment = createSlot<string>();
