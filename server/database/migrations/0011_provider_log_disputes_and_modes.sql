CREATE TABLE "book_findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transaction_id" text,
	"finding" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"transaction_id" text,
	"expected" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_marked" boolean DEFAULT false NOT NULL,
	"livemode" boolean NOT NULL,
	"failure" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"position" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"mark" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "shop_one_row" CHECK ("shop"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_amount" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_due_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_decision" text;--> statement-breakpoint
CREATE INDEX "payment_events_due" ON "payment_events" USING btree ("due_at") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_handled" ON "payment_events" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("disputed_at") WHERE "payments"."dispute_status" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_dispute_decision_known" CHECK ("payments"."dispute_decision" in ('ended', 'gift'));
