CREATE TABLE "email_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"muted" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	"read_at" timestamp (3) with time zone,
	"email" text DEFAULT 'waiting' NOT NULL,
	"address" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_once" UNIQUE("user_id","kind","subject"),
	CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('welcome', 'receipt', 'refund', 'refund failed', 'teacher request received', 'teacher request approved', 'teacher request rejected', 'class approved', 'class rejected', 'class withdrawn', 'sale', 'sales digest', 'new assignment', 'deadline near', 'submission sent', 'submission received', 'submission graded', 'new question', 'new answer', 'certificate', 'dispute', 'attention', 'notice', 'contact')),
	CONSTRAINT "notifications_email_known" CHECK ("notifications"."email" in ('none', 'waiting', 'queued', 'collected', 'sent', 'skipped', 'failed')),
	CONSTRAINT "notifications_to_somebody" CHECK ("notifications"."user_id" is not null or "notifications"."address" is not null),
	CONSTRAINT "notifications_sent_with_moment" CHECK (("notifications"."email" = 'sent') = ("notifications"."sent_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "email_preferences" ADD CONSTRAINT "email_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null and "notifications"."listed";--> statement-breakpoint
CREATE INDEX "notifications_underway" ON "notifications" USING btree ("created_at") WHERE "notifications"."email" in ('waiting', 'queued', 'collected');--> statement-breakpoint
CREATE INDEX "notifications_failed" ON "notifications" USING btree ("created_at","id") WHERE "notifications"."email" = 'failed';--> statement-breakpoint
-- Tells the servers whose notifications have changed, so that signed-in users see new ones at once.
CREATE FUNCTION announce_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM added) > 50 THEN
    PERFORM pg_notify('catalogue', 'notifications');
  ELSE
    PERFORM pg_notify('catalogue', topic)
      FROM (SELECT DISTINCT coalesce('notifications ' || user_id, 'notifications') AS topic FROM added) AS topics;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_notifications AFTER INSERT ON notifications
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();--> statement-breakpoint
-- What happened before there were notifications is not told again.
INSERT INTO notifications (user_id, kind, subject, listed, email)
SELECT p.user_id, CASE r.status WHEN 'succeeded' THEN 'refund' ELSE 'refund failed' END, r.id::text, false, 'none'
  FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.status IN ('succeeded', 'failed', 'canceled');--> statement-breakpoint
INSERT INTO notifications (user_id, kind, subject, listed, email)
SELECT u.id, 'attention', 'refund failed ' || r.id, false, 'none' FROM users u, refunds r
 WHERE u.role = 'admin' AND u.deleted_at IS NULL AND r.status IN ('failed', 'canceled');--> statement-breakpoint
INSERT INTO notifications (user_id, kind, subject, listed, email)
SELECT u.id, 'dispute', p.dispute_id, false, 'none' FROM users u, payments p
 WHERE u.role = 'admin' AND u.deleted_at IS NULL AND p.dispute_id IS NOT NULL;
