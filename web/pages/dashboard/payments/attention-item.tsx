import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Attention } from '#contract/attention.ts';
import { formatPrice } from '#contract/money.ts';
import { recheckBooks, retryPaymentEvent, syncPayment } from '#web/calls/attention.ts';
import { paymentKeys } from '#web/calls/payments.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { formatDue, formatMoment } from '#web/ui/format-date.ts';
import { FormError } from '#web/ui/form-error.tsx';

const TITLES: Record<Attention['kind'], string> = {
  'refund failed': 'Refund failed',
  'refund delayed': 'Refund delayed',
  unsettled: 'Charged, but neither enrolled nor refunded',
  dispute: 'Dispute needs a response',
  'dispute lost': 'Dispute lost',
  'missing row': 'Payment without a record',
  event: 'Event that could not be handled',
  mismatch: 'Discrepancy in the books',
};

/** The actions that open a dialog. */
export type AttentionAction = 'refund' | 'settle' | 'decide';

const DIALOGS: Partial<Record<Attention['kind'], { action: AttentionAction; label: string }[]>> = {
  'refund failed': [
    { action: 'refund', label: 'Retry the refund' },
    { action: 'settle', label: 'Refunded another way' },
  ],
  unsettled: [{ action: 'refund', label: 'Refund' }],
  'dispute lost': [{ action: 'decide', label: 'Decide' }],
};

/** The retry for an item, which runs without a dialog. */
const retryOf = ({
  kind,
  paymentId,
  eventId,
  findingId,
  isDisputed,
}: Attention): { label: string; run: () => Promise<unknown> } | undefined => {
  if (eventId) return { label: 'Try again', run: () => retryPaymentEvent(eventId) };
  if (paymentId && (kind === 'mismatch' || kind === 'refund delayed' || isDisputed)) {
    return { label: 'Check again', run: () => syncPayment(paymentId) };
  }
  if (findingId) return { label: 'Check again', run: () => recheckBooks(findingId) };
  return undefined;
};

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

interface AttentionItemProps {
  item: Attention;
  onAction: (action: AttentionAction, paymentId: string) => void;
}

/** A problem that needs an admin: what is wrong, the deadline, what to do, and the buttons for it. */
export const AttentionItem = ({ item, onAction }: AttentionItemProps) => {
  const { kind, what, todo, since, deadline, paymentId, payment, isDisputed, transactionId } = item;
  const queryClient = useQueryClient();
  const retry = retryOf(item);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => retry?.run(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: paymentKeys.all }),
  });
  const about = transactionId ?? what;
  return (
    <li className="grid gap-1 border-t border-base-300 py-4 first:border-t-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <strong>{TITLES[kind]}</strong>
        <span className="muted text-sm">
          {deadline ? `Respond by ${formatDue(deadline)}` : `Since ${formatMoment(since)}`}
        </span>
      </p>
      <p className="text-sm wrap-anywhere">{asSentence(what)}</p>
      <p className="muted text-sm">{todo}</p>
      {payment && (
        <p className="text-sm wrap-anywhere">
          <bdi>{payment.name}</bdi> · <bdi>{payment.title}</bdi> ·{' '}
          {formatPrice(payment.price, payment.currency)}
        </p>
      )}
      {transactionId && (
        <p>
          <Link
            className="link inline-block min-h-6 font-mono text-xs break-all"
            to={`${PATHS.payments}?q=${encodeURIComponent(transactionId)}`}
          >
            {transactionId}
          </Link>
        </p>
      )}
      {error && <FormError>{error.message}</FormError>}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {paymentId &&
          DIALOGS[kind]
            ?.filter(({ action }) => action !== 'refund' || !isDisputed)
            .map(({ action, label }) => (
              <button
                key={action}
                type="button"
                className="btn btn-outline btn-sm"
                aria-label={`${label}: ${about}`}
                onClick={() => onAction(action, paymentId)}
              >
                {label}
              </button>
            ))}
        {retry && (
          <button
            type="button"
            className="btn btn-outline btn-sm"
            aria-label={`${retry.label}: ${about}`}
            disabled={isPending}
            aria-busy={isPending}
            onClick={() => mutate()}
          >
            {retry.label}
          </button>
        )}
      </div>
    </li>
  );
};
