-- The payer has the rest back through the dispute: nobody can or should pay it a second time.
UPDATE payments SET refund_failed_at = NULL
 WHERE refund_failed_at IS NOT NULL AND dispute_status = 'lost'
   AND refunded_amount + coalesce(dispute_amount, amount) >= amount;
