ALTER TABLE "reports" DROP CONSTRAINT "reports_of_one";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "bio_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_bio_id_teacher_bios_user_id_fk" FOREIGN KEY ("bio_id") REFERENCES "public"."teacher_bios"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "teacher_bios_hidden" ON "teacher_bios" USING btree ("user_id") WHERE "teacher_bios"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_of_bio_once_per_user" UNIQUE("bio_id","user_id");--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_of_one" CHECK (num_nonnulls("reports"."post_id", "reports"."feedback_id", "reports"."announcement_id", "reports"."bio_id") = 1);