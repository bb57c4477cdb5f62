/** While it is not known yet what became of a payment. Nothing can be paid twice from here. */
export const CheckingPayment = ({ transactionId }: { transactionId?: string }) => (
  <div className="grid gap-4" role="status">
    <p className="text-lg font-bold">We are checking your payment</p>
    {transactionId && (
      <p>
        Transaction id: <code className="break-all">{transactionId}</code>
      </p>
    )}
    <p className="muted">This page goes on by itself. You will not be charged twice.</p>
    <span className="loading loading-dots text-primary" aria-hidden="true" />
  </div>
);
