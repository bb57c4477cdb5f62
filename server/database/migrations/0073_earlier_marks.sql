ALTER TABLE "submissions" ADD COLUMN "earlier_marks" integer;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "earlier_comment" text DEFAULT '' NOT NULL;