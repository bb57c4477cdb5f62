import { useQueryClient } from '@tanstack/react-query';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { type DisputeDecision, disputeDecisionSchema } from '#contract/attention.ts';
import { formatPrice } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import { decideDispute } from '#web/calls/attention.ts';
import { paymentKeys } from '#web/calls/payments.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

const DECISIONS = [
  { value: 'end', label: 'End the enrollment' },
  { value: 'gift', label: 'Keep it as a gift' },
];

/** Lets an admin decide on the enrollment after a lost dispute. */
export const DisputeDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  const { register, errors, isSubmitting, isDirty, failure, onSubmit } = useCallForm<DisputeDecision>({
    schema: disputeDecisionSchema,
    defaultValues: { reason: '' },
    onSend: async (decision) => {
      await decideDispute(payment._id, decision).finally(() =>
        queryClient.invalidateQueries({ queryKey: paymentKeys.all }),
      );
      close();
      void showToast('Decision saved');
    },
  });
  const remainder = payment.refundable;
  return (
    <Dialog title={`The dispute with ${payment.name} was lost`} onClose={onClose}>
      <DialogForm action="Save" busy={isSubmitting} isDirty={isDirty} failure={failure} onSubmit={onSubmit}>
        <p>
          The bank has returned {formatPrice(payment.lost, payment.currency)} of the{' '}
          {formatPrice(payment.price, payment.currency)} that they paid. They still have “
          <bdi>{payment.title}</bdi>”.
        </p>
        {remainder > 0 && (
          <p>
            If you end the enrollment, refund the remaining {formatPrice(remainder, payment.currency)} as
            well.
          </p>
        )}
        <SelectField
          label="Enrollment"
          placeholder="Choose what happens to it"
          options={DECISIONS}
          error={errors.decision?.message}
          {...register('decision')}
        />
        <TextArea
          label="Reason"
          rows={3}
          maxLength={TEXT_LIMITS.reason}
          error={errors.reason?.message}
          {...register('reason')}
        />
      </DialogForm>
    </Dialog>
  );
};
