import { formatPrice } from '#contract/money.ts';
import type { DocumentEntry } from '#contract/documents.ts';
import { formatPaymentDay } from '#web/ui/format-date.ts';
import { DocumentButton } from './document-button.tsx';

/** The credit notes for a payment's refunds, in its currency. */
export const CreditNotes = ({ documents, currency }: { documents: DocumentEntry[]; currency: string }) => {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="credit-notes" className="grid gap-2">
      <h2 id="credit-notes" className="text-lg">
        Credit notes
      </h2>
      <ul>
        {documents.map((document) => (
          <li
            key={document._id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 py-3"
          >
            <span className="grid min-w-0 gap-1">
              <span className="font-semibold">
                {document.kind === 'cancellation' ? 'Cancellation' : 'Credit note'} {document.number}
              </span>
              <span className="muted text-sm">
                {formatPaymentDay(document.date)} · {formatPrice(document.amount, currency)}
              </span>
            </span>
            <DocumentButton document={document} />
          </li>
        ))}
      </ul>
    </section>
  );
};
