CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hidden_reason" text,
	CONSTRAINT "announcements_not_empty" CHECK ("announcements"."text" <> ''),
	CONSTRAINT "announcements_hidden_with_reason" CHECK (num_nulls("announcements"."hidden_at", "announcements"."hidden_by", "announcements"."hidden_reason") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_of_one";--> statement-breakpoint
DROP INDEX "notifications_about";--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "earlier_marks" integer;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "earlier_comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "announcement_id" uuid;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_of_class" ON "announcements" USING btree ("class_id","created_at","id");--> statement-breakpoint
CREATE INDEX "announcements_of_user" ON "announcements" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcements_hidden" ON "announcements" USING btree ("created_at") WHERE "announcements"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_about" ON "notifications" USING btree ("subject") WHERE "notifications"."kind" in ('announcement', 'submission received', 'new question', 'new answer', 'new feedback', 'feedback reply', 'invitation');--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_of_announcement_once_per_user" UNIQUE("announcement_id","user_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('welcome', 'receipt', 'refund', 'refund failed', 'teacher request received', 'teacher request approved', 'teacher request rejected', 'class approved', 'class rejected', 'class withdrawn', 'class change approved', 'class change rejected', 'sale', 'sales digest', 'announcement', 'new assignment', 'deadline near', 'submission sent', 'submission received', 'submission graded', 'new question', 'new answer', 'new feedback', 'feedback reply', 'certificate', 'seat free', 'seat expired', 'waiting list closed', 'dispute', 'attention', 'notice', 'contact', 'invitation'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_of_one" CHECK (num_nonnulls("reports"."post_id", "reports"."feedback_id", "reports"."announcement_id") = 1);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION delete_notifications_about() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications n USING removed r
   WHERE n.kind IN ('announcement', 'submission received', 'new question', 'new answer') AND n.subject = r.id::text;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "announcements"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER delete_notifications_about AFTER DELETE ON "announcements" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_about();
