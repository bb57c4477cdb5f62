ALTER TABLE "classes" ADD COLUMN "seats" integer;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "vacated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "starts_on" date;--> statement-breakpoint
CREATE INDEX "payment_intents_holding_seats" ON "payment_intents" USING btree ("class_id") WHERE "payment_intents"."state" = 'open';--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_seats_positive" CHECK ("classes"."seats" > 0);--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_vacated_in_range" CHECK ("classes"."vacated" between 0 and "classes"."enroll");--> statement-breakpoint
UPDATE "classes" c SET "vacated" = gone.enrollments FROM (
  SELECT e.class_id, count(*) AS enrollments FROM "enrollments" e JOIN "users" u ON u.id = e.user_id
   WHERE u.deleted_at IS NOT NULL GROUP BY e.class_id
) gone WHERE gone.class_id = c.id;
