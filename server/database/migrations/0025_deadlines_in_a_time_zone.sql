ALTER TABLE "assignments" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
-- Deadlines have been the end of a day in UTC.
UPDATE "assignments" SET "due_at" = ("due_date" + 1)::timestamp AT TIME ZONE 'UTC';--> statement-breakpoint
ALTER TABLE "assignments" ALTER COLUMN "due_at" SET NOT NULL;
