CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_id" text,
	"amount" integer NOT NULL,
	"is_rest" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"origin" text NOT NULL,
	"reason" text,
	"requested_by" uuid,
	"attempt" integer DEFAULT 1 NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"failure_reason" text,
	"resolved_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('requested', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "refunds_origin_known" CHECK ("refunds"."origin" in ('admin', 'automatic', 'provider')),
	CONSTRAINT "refunds_of_ours_with_reason" CHECK ("refunds"."origin" = 'provider' or "refunds"."reason" is not null)
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_requested_with_reason";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_refund_requested_by_users_id_fk";
--> statement-breakpoint
DROP INDEX "payments_to_refund";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunding_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE "refunds"."status" in ('requested', 'pending', 'requires_action');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunding_in_range" CHECK ("payments"."refunding_amount" between 0 and "payments"."amount");--> statement-breakpoint
-- What is known of refunds moves into rows of their own. Of what succeeded, the provider's ids are not known yet.
INSERT INTO refunds (payment_id, amount, status, origin, reason, requested_by, asked_at, created_at)
SELECT id, refunded_amount, 'succeeded',
       CASE WHEN refund_requested_at IS NULL OR refunded_amount < amount THEN 'provider'
            WHEN refund_requested_by IS NULL THEN 'automatic' ELSE 'admin' END,
       refund_reason,
       CASE WHEN refunded_amount = amount THEN refund_requested_by END,
       coalesce(refund_requested_at, refunded_at), refunded_at
  FROM payments WHERE refunded_amount > 0;--> statement-breakpoint
INSERT INTO refunds (payment_id, amount, is_rest, status, origin, reason, requested_by, asked_at, created_at)
SELECT id, amount - refunded_amount, true,
       CASE WHEN refund_failed_at IS NULL THEN 'requested' ELSE 'failed' END,
       CASE WHEN refund_requested_at IS NULL THEN 'provider'
            WHEN refund_requested_by IS NULL THEN 'automatic' ELSE 'admin' END,
       refund_reason, refund_requested_by, refund_requested_at,
       greatest(refund_requested_at, refunded_at + interval '1 ms', refund_failed_at)
  FROM payments
 WHERE (refund_requested_at IS NOT NULL OR refund_failed_at IS NOT NULL) AND refunded_amount < amount;--> statement-breakpoint
UPDATE payments SET refunding_amount = amount - refunded_amount
 WHERE refund_requested_at IS NOT NULL AND refund_failed_at IS NULL AND refunded_amount < amount;--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "refund_requested_at";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "refund_requested_by";
