DROP INDEX "enrollments_of_class";--> statement-breakpoint
ALTER TABLE "class_changes" ADD COLUMN "outdated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "enrollments_by_age" ON "enrollments" USING btree ("enrolled_at");--> statement-breakpoint
CREATE INDEX "enrollments_of_class" ON "enrollments" USING btree ("class_id","enrolled_at");