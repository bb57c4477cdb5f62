import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { formatPrice } from '#contract/money.ts';
import { refundSettlementSchema } from '#contract/refunds.ts';
import { paymentKeys } from '#web/calls/payments.ts';
import { settleRefund } from '#web/calls/refunds.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';
import { NoLongerOwed } from './nothing-to-do.tsx';
import { describeOwed, findOwedRefund } from './owed-refund.ts';
import type { PaymentDialogProps } from './payment-dialog.ts';

/** Records that a refund that failed at the card provider was settled by other means. */
export const SettleDialog = ({ payment, refundId, onClose }: PaymentDialogProps) => {
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  const [failed] = useState(() => findOwedRefund(payment, refundId));
  const { register, errors, isSubmitting, isDirty, failure, onSubmit } = useCallForm<{ reason: string }>({
    schema: refundSettlementSchema,
    defaultValues: { reason: '' },
    onSend: async ({ reason }) => {
      await settleRefund(payment._id, reason, failed?._id ?? refundId).finally(() =>
        queryClient.invalidateQueries({ queryKey: paymentKeys.all }),
      );
      close();
      void showToast('Marked as refunded');
    },
  });
  const title = `Was ${payment.name} refunded another way?`;
  if (refundId !== undefined && !failed)
    return (
      <Dialog title={title} onClose={onClose}>
        <NoLongerOwed onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        action="Mark as refunded"
        busy={isSubmitting}
        isDirty={isDirty}
        failure={failure}
        onSubmit={onSubmit}
      >
        {failed && (
          <p className="font-semibold">
            {describeOwed(failed, payment)}. Confirm that you paid back{' '}
            {formatPrice(failed.owed, payment.currency)} another way.
          </p>
        )}
        <p>
          The card provider will not be called again. Once the payment is refunded in full, they will lose
          access to “<bdi>{payment.title}</bdi>”.
        </p>
        <TextArea
          label="How it was paid back"
          rows={3}
          maxLength={TEXT_LIMITS.reason}
          error={errors.reason?.message}
          {...register('reason')}
        />
      </DialogForm>
    </Dialog>
  );
};
