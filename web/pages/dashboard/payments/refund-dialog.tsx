import { useQueryClient } from '@tanstack/react-query';
import { TEXT_LIMITS } from '#contract/constants.ts';
import { formatPrice } from '#contract/money.ts';
import { type Payment, type Refund, refundSchema } from '#contract/payments.ts';
import { paymentKeys, refundPayment } from '#web/calls/payments.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Gives a payment back, with a reason that the payer reads. */
export const RefundDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<Refund>({
    schema: refundSchema,
    defaultValues: { reason: '' },
    onSend: async ({ reason }) => {
      await refundPayment(payment._id, reason).finally(() =>
        queryClient.invalidateQueries({ queryKey: paymentKeys.all }),
      );
      onClose();
      void showToast('Payment refunded');
    },
  });
  return (
    <Dialog title={`Refund ${formatPrice(payment.price)} to ${payment.name}?`} onClose={onClose}>
      <DialogForm
        action="Refund"
        destroys
        busy={isSubmitting}
        failure={failure}
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <p>They lose their place in “{payment.title}”.</p>
        <TextArea
          label="Reason"
          hint="They will read it."
          rows={3}
          maxLength={TEXT_LIMITS.reason}
          error={errors.reason?.message}
          {...register('reason')}
        />
      </DialogForm>
    </Dialog>
  );
};
