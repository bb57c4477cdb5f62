import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { attentionQuery } from '#web/calls/attention.ts';
import { later } from '#web/rendering/later.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import type { AttentionAction } from './attention-item.tsx';
import { DisputeDialog, PaymentOf, RefundDialog, SettleDialog } from './later-dialogs.tsx';

/** Loaded only if there are problems. */
const AttentionItem = later(async () => (await import('./attention-item.tsx')).AttentionItem);

/** The number of items that are shown at first. */
const FIRST = 5;

const DIALOGS = { refund: RefundDialog, settle: SettleDialog, decide: DisputeDialog };

/**
 * All payment problems that need an admin, oldest first. The list is omitted if there are none. A dialog stays until it
 * is closed, because its action may remove the last problem and still have something to say.
 */
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
  const items = data ?? [];
  const shown = isWhole ? items : items.slice(0, FIRST);
  const Asked = asked && DIALOGS[asked.action];
  return (
    <>
      {items.length > 0 && (
        <Suspense>
          <section className="panel grid gap-2 p-6" aria-labelledby="attention">
            <h2 id="attention" className="flex items-center gap-2">
              <TriangleAlert className="size-5 shrink-0 text-error" aria-hidden="true" />
              Needs attention ({items.length})
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
            {shown.length < items.length && (
              <button type="button" className="btn justify-self-start" onClick={() => setWhole(true)}>
                Show all {items.length}
              </button>
            )}
          </section>
        </Suspense>
      )}
      {asked && Asked && (
        <PaymentOf id={asked.paymentId} onClose={() => setAsked(undefined)}>
          {(payment) => (
            <Asked payment={payment} refundId={asked.refundId} onClose={() => setAsked(undefined)} />
          )}
        </PaymentOf>
      )}
    </>
  );
};
