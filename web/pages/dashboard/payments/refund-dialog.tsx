import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { chargedToMajor, chargedToMinor } from '#contract/charged-amounts.ts';
import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import { type Refund, refundSchema } from '#contract/refunds.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { paymentKeys, paymentQuery } from '#web/calls/payments.ts';
import { refundPayment } from '#web/calls/refunds.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';
import { NoLongerOwed, NothingToDo } from './nothing-to-do.tsx';
import { describeOwed, findOwedRefund } from './owed-refund.ts';
import type { PaymentDialogProps } from './payment-dialog.ts';

/** Whether the refund was recorded, whatever the provider answered. Then no input can be lost. */
const isSaved = (error: unknown): boolean =>
  error instanceof ApiError && ['provider_unavailable', 'refund_refused'].includes(error.code);

/** The refund is recorded before the provider is called, so a lost response loses nothing. */
const explain = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.code !== 'provider_unavailable') throw error;
  throw new Error(
    'The card provider did not respond. The refund is saved and will be retried automatically.',
  );
};

/** @param after undefined if it could not be read */
const describeResult = (before: Payment, after: Payment | undefined): string => {
  if (!after) return 'Refund saved';
  if (after.state === 'refunded') return 'Payment refunded';
  const { currency } = after;
  const refunded = chargedToMinor(after.refunded, currency) - chargedToMinor(before.refunded, currency);
  return refunded > 0
    ? `${formatPrice(chargedToMajor(refunded, currency), currency)} refunded`
    : 'The refund is on its way';
};

/**
 * Refunds a payment or part of it, with a reason that the payer can read. If a refund has failed, its amount and reason
 * are proposed.
 */
export const RefundDialog = ({ payment: given, refundId, onClose }: PaymentDialogProps) => {
  const queryClient = useQueryClient();
  const { data: payment } = useQuery({ ...paymentQuery(given._id), initialData: given });
  const remainder = payment.refundable;
  const smallest = chargedToMajor(1, payment.currency);
  const [failed] = useState(() => findOwedRefund(given, refundId));
  const close = useCloseWhileOpen(onClose);
  // The refund is made by then. An error here would offer the form again, and with it a second refund.
  const showResult = async () => {
    const query = paymentQuery(payment._id);
    const after = await queryClient
      .query({ ...query, ...CURRENT, retry: false })
      // The next dialog must not propose an amount from before.
      .catch(() => {
        queryClient.removeQueries(query);
        return undefined;
      });
    await showToast(describeResult(payment, after));
  };
  const { register, reset, errors, isSubmitting, isDirty, failure, onSubmit } = useCallForm<Refund>({
    schema: refundSchema,
    defaultValues: { reason: failed?.reason ?? '', amount: failed?.owed ?? remainder },
    onSend: async ({ reason, amount }) => {
      const isRest = amount === undefined || amount === remainder;
      await refundPayment(payment._id, { reason, amount }, isRest)
        .catch((error: unknown) => {
          if (isSaved(error)) reset({ reason, amount });
          return explain(error);
        })
        .finally(() => void queryClient.invalidateQueries({ queryKey: paymentKeys.all }));
      close();
      void showResult();
    },
  });
  const title = `Refund ${payment.name}?`;
  if (refundId !== undefined && !failed)
    return (
      <Dialog title={title} onClose={onClose}>
        <NoLongerOwed onClose={onClose} />
      </Dialog>
    );
  // Another tab or another admin may have refunded the rest while the dialog is open.
  if (remainder === 0 && !isSubmitting)
    return (
      <Dialog title={title} onClose={onClose}>
        <NothingToDo failure={failure} onClose={onClose}>
          Nothing is left to refund of the {formatPrice(payment.price, payment.currency)} that they paid for “
          <bdi>{payment.title}</bdi>”.
        </NothingToDo>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        action="Refund"
        destructive
        busy={isSubmitting}
        isDirty={isDirty}
        failure={failure}
        onSubmit={onSubmit}
      >
        {failed && <p className="font-semibold">{describeOwed(failed, payment)}.</p>}
        <p>
          They paid {formatPrice(payment.price, payment.currency)} for “<bdi>{payment.title}</bdi>”
          {payment.refunded > 0 &&
            `, of which ${formatPrice(payment.refunded, payment.currency)} is refunded`}
          {payment.lost > 0
            ? `. ${formatPrice(payment.lost, payment.currency)} was lost in a dispute. A refund of the rest does not change their access to the class.`
            : '. Once all of it is refunded, they will lose access to the class and its certificate; after a partial refund they keep it.'}
        </p>
        <Field
          label="Amount"
          type="number"
          inputMode="decimal"
          min={smallest}
          max={remainder}
          step={smallest}
          hint={`Up to ${formatPrice(remainder, payment.currency)}.`}
          error={errors.amount?.message}
          {...register('amount', { setValueAs: (text: string) => (text === '' ? undefined : Number(text)) })}
        />
        <TextArea
          label="Reason"
          hint="They’ll see this reason."
          rows={3}
          maxLength={TEXT_LIMITS.reason}
          error={errors.reason?.message}
          {...register('reason')}
        />
      </DialogForm>
    </Dialog>
  );
};
