ALTER TABLE "payments" DROP COLUMN "dispute_id";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "dispute_amount";