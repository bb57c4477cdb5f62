CREATE TABLE "feedback_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"feedback_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_replies_once" UNIQUE("feedback_id"),
	CONSTRAINT "feedback_replies_not_empty" CHECK ("feedback_replies"."text" <> '')
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid,
	"feedback_id" uuid,
	"user_id" uuid NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	CONSTRAINT "reports_of_post_one_a_person" UNIQUE("post_id","user_id"),
	CONSTRAINT "reports_of_feedback_one_a_person" UNIQUE("feedback_id","user_id"),
	CONSTRAINT "reports_of_one" CHECK (num_nonnulls("reports"."post_id", "reports"."feedback_id") = 1)
);
--> statement-breakpoint
INSERT INTO "reports" ("id", "post_id", "user_id", "remark", "created_at")
  SELECT "id", "post_id", "user_id", "remark", "created_at" FROM "post_reports";--> statement-breakpoint
DROP TABLE "post_reports";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "feedback_replies" ADD CONSTRAINT "feedback_replies_feedback_id_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."feedback"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_replies" ADD CONSTRAINT "feedback_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_feedback_id_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."feedback"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_replies_of_user" ON "feedback_replies" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_of_user" ON "reports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "feedback_hidden" ON "feedback" USING btree ("id") WHERE "feedback"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('welcome', 'receipt', 'refund', 'refund failed', 'teacher request received', 'teacher request approved', 'teacher request rejected', 'class approved', 'class rejected', 'class withdrawn', 'class change approved', 'class change rejected', 'sale', 'sales digest', 'new assignment', 'deadline near', 'submission sent', 'submission received', 'submission graded', 'new question', 'new answer', 'feedback reply', 'certificate', 'seat free', 'seat expired', 'waiting list closed', 'dispute', 'attention', 'notice', 'contact', 'invitation'));--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "reports"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "feedback_replies"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
-- A reply is announced even while the feedback is hidden, because it may be shown again at the same moment. With deleted
-- feedback the reply goes unannounced: the feedback itself is announced.
CREATE FUNCTION feedback_reply_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  class uuid;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.* IS NOT DISTINCT FROM OLD.* THEN RETURN NULL; END IF;
  END IF;
  SELECT f.class_id INTO class FROM feedback f WHERE f.id = coalesce(NEW.feedback_id, OLD.feedback_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_notify('catalogue', 'class ' || class);
  PERFORM pg_notify('catalogue', 'feedback');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER feedback_reply_changed AFTER INSERT OR UPDATE OR DELETE ON "feedback_replies"
  FOR EACH ROW EXECUTE FUNCTION feedback_reply_changed();
