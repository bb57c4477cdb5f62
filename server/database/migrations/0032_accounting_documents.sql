CREATE TABLE "accounting_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"is_live" boolean NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"refund_id" uuid,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"gross" integer NOT NULL,
	"tax" integer NOT NULL,
	"tax_rate" integer NOT NULL,
	"title" text NOT NULL,
	"seller_name" text NOT NULL,
	"seller_address" text NOT NULL,
	"seller_tax_number" text NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"buyer_address" text NOT NULL,
	"buyer_tax_number" text NOT NULL,
	CONSTRAINT "accounting_documents_number_unique" UNIQUE("number"),
	CONSTRAINT "accounting_documents_one_number" UNIQUE("kind","is_live","year","sequence"),
	CONSTRAINT "accounting_documents_kind_known" CHECK ("accounting_documents"."kind" in ('receipt', 'credit note', 'cancellation')),
	CONSTRAINT "accounting_documents_refund_unless_receipt" CHECK (("accounting_documents"."kind" = 'receipt') = ("accounting_documents"."refund_id" is null)),
	CONSTRAINT "accounting_documents_tax_in_range" CHECK ("accounting_documents"."tax" between 0 and "accounting_documents"."gross")
);
--> statement-breakpoint
CREATE TABLE "billing_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"tax_number" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"kind" text NOT NULL,
	"is_live" boolean NOT NULL,
	"year" integer NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "document_counters_kind_is_live_year_pk" PRIMARY KEY("kind","is_live","year"),
	CONSTRAINT "document_counters_kind_known" CHECK ("document_counters"."kind" in ('receipt', 'credit note', 'cancellation'))
);
--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "seller_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "seller_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "seller_tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "tax_rate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD CONSTRAINT "accounting_documents_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD CONSTRAINT "accounting_documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_documents_one_receipt" ON "accounting_documents" USING btree ("payment_id") WHERE "accounting_documents"."kind" = 'receipt';--> statement-breakpoint
CREATE INDEX "accounting_documents_of_payment" ON "accounting_documents" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "accounting_documents_of_refund" ON "accounting_documents" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "accounting_documents_by_age" ON "accounting_documents" USING btree ("issued_at","id");--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_tax_rate_in_range" CHECK ("site_settings"."tax_rate" between 0 and 9999);