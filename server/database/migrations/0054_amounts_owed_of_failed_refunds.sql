ALTER TABLE "refunds" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "owed_amount" integer;--> statement-breakpoint
-- A refund that failed after it had succeeded failed when its credit note was canceled.
UPDATE refunds r SET failed_at = (
  SELECT max(d.issued_at) FROM accounting_documents d WHERE d.refund_id = r.id AND d.kind = 'cancellation')
 WHERE r.status IN ('failed', 'canceled');--> statement-breakpoint
-- What is owed, as payments/count-refunds.ts computes it. The latest failures are owed first.
WITH concerned AS (
  SELECT DISTINCT payment_id FROM refunds WHERE status IN ('failed', 'canceled') AND resolved_at IS NULL),
known AS (
  SELECT r.*, status IN ('failed', 'canceled') AS failed,
         resolved_at IS NOT NULL AND (status = 'failed' OR provider_id IS NOT NULL) AS settled
    FROM refunds r JOIN concerned USING (payment_id)),
steps AS (
  SELECT payment_id, id, created_at, 1 AS step, created_at AS at, -amount AS change FROM known
  UNION ALL
  SELECT payment_id, id, created_at, 2, coalesce(failed_at, created_at), amount FROM known WHERE failed
  UNION ALL
  SELECT payment_id, id, created_at, 3, greatest(resolved_at, failed_at, created_at), -amount
    FROM known WHERE failed AND resolved_at IS NOT NULL),
walk AS (
  SELECT payment_id, change, sum(change) OVER (PARTITION BY payment_id ORDER BY at, created_at, id, step
         ROWS UNBOUNDED PRECEDING) AS level FROM steps),
unpaid AS (SELECT payment_id, sum(change) - least(0, min(level)) AS owed FROM walk GROUP BY payment_id),
remaining AS (
  SELECT payment_id, sum(amount) FILTER (WHERE settled OR NOT failed) AS back FROM known GROUP BY payment_id),
totals AS (
  SELECT p.id AS payment_id, greatest(0, least(u.owed, p.amount - coalesce(m.back, 0)
         - CASE WHEN p.dispute_status = 'lost' THEN coalesce(p.dispute_amount, p.amount) ELSE 0 END))::int AS owed
    FROM payments p JOIN unpaid u ON u.payment_id = p.id JOIN remaining m ON m.payment_id = p.id),
placed AS (
  SELECT k.id, k.payment_id, t.owed AS total, least(k.amount, greatest(0, t.owed - (sum(k.amount) OVER (
           PARTITION BY k.payment_id ORDER BY coalesce(k.failed_at, k.created_at) DESC, k.created_at DESC, k.id DESC
           ROWS UNBOUNDED PRECEDING) - k.amount)))::int AS owed
    FROM known k JOIN totals t USING (payment_id) WHERE k.failed AND k.resolved_at IS NULL),
marked AS (UPDATE refunds r SET owed_amount = placed.owed FROM placed WHERE placed.id = r.id)
UPDATE payments p SET refund_failed_at = now()
 WHERE p.refund_failed_at IS NULL AND p.id IN (SELECT payment_id FROM placed WHERE total > 0);
