import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { attentionQuery } from '#web/calls/attention.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { type AttentionAction, AttentionItem } from './attention-item.tsx';
import { DisputeDialog, RefundDialog, SettleDialog } from './later-dialogs.tsx';
import { PaymentOf } from './payment-of.tsx';

/** The number of items that are shown at first. */
const FIRST = 5;

const DIALOGS = { refund: RefundDialog, settle: SettleDialog, decide: DisputeDialog };

/** All payment problems that need an admin, oldest first. Renders nothing if there are none. */
export const AttentionPanel = () => {
  const { data, isError, refetch } = useQuery(attentionQuery);
  const [isWhole, setWhole] = useState(false);
  const [asked, setAsked] = useState<{ action: AttentionAction; paymentId: string; refundId?: string }>();
  if (isError && !data) {
    return (
      <LoadError
        title="The payments that need attention could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data || data.length === 0) return null;
  const shown = isWhole ? data : data.slice(0, FIRST);
  const Asked = asked && DIALOGS[asked.action];
  return (
    <section className="panel grid gap-2 p-6" aria-labelledby="attention">
      <h2 id="attention" className="flex items-center gap-2">
        <TriangleAlert className="size-5 shrink-0 text-error" aria-hidden="true" />
        Needs attention ({data.length})
      </h2>
      <ul>
        {shown.map((item) => (
          <AttentionItem
            key={`${item.kind} ${item.eventId ?? item.refundId ?? item.paymentId ?? item.transactionId ?? item.what}`}
            item={item}
            onAction={(action, paymentId) => setAsked({ action, paymentId, refundId: item.refundId })}
          />
        ))}
      </ul>
      {shown.length < data.length && (
        <button type="button" className="btn justify-self-start" onClick={() => setWhole(true)}>
          Show all {data.length}
        </button>
      )}
      {asked && Asked && (
        <PaymentOf id={asked.paymentId} onFailure={() => setAsked(undefined)}>
          {(payment) => (
            <Asked payment={payment} refundId={asked.refundId} onClose={() => setAsked(undefined)} />
          )}
        </PaymentOf>
      )}
    </section>
  );
};
