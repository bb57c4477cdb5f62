CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"due_by" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "lost_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_of_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_lost_in_range" CHECK ("payments"."lost_amount" between 0 and "payments"."amount");--> statement-breakpoint
-- Earlier versions kept the latest dispute only, and the first ones not even its id.
INSERT INTO disputes (id, payment_id, amount, status, opened_at, due_by)
SELECT coalesce(dispute_id, 'dispute of ' || transaction_id), id, coalesce(dispute_amount, amount), dispute_status,
       disputed_at, dispute_due_by
  FROM payments WHERE dispute_status IS NOT NULL;--> statement-breakpoint
UPDATE payments SET lost_amount = least(amount, coalesce(dispute_amount, amount)) WHERE dispute_status = 'lost';
