ALTER TABLE "payments" ADD COLUMN "charged_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE payments SET charged_back = true
 WHERE dispute_status NOT LIKE 'warning_%' AND dispute_status NOT IN ('lost', 'won', 'warning_closed', 'prevented');
