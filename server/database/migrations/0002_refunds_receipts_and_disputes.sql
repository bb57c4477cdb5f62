ALTER TABLE "payments" ADD COLUMN "receipt_number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "payments_receipt_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_requested_by" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "disputed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_status" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_requested_by_users_id_fk" FOREIGN KEY ("refund_requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_to_refund" ON "payments" USING btree ("refund_requested_at") WHERE "payments"."refund_requested_at" is not null and "payments"."refunded_at" is null and "payments"."refund_failed_at" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_receipt_number_unique" UNIQUE("receipt_number");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_requested_with_reason" CHECK ("payments"."refund_requested_at" is null or "payments"."refund_reason" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_dispute_with_moment" CHECK (("payments"."dispute_status" is null) = ("payments"."disputed_at" is null));