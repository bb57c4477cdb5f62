DROP INDEX "files_by_age";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "waiting_list_kept" ON "waiting_list" USING btree ("class_id") WHERE "waiting_list"."kept_until" is not null;