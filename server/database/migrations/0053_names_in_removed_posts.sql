ALTER TABLE "audit_trail" ADD COLUMN "about_user_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_trail_about_user" ON "audit_trail" USING btree ("about_user_id") WHERE "audit_trail"."about_user_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_about" ON "notifications" USING btree ("subject") WHERE "notifications"."kind" in ('submission received', 'new question', 'new answer', 'feedback reply', 'invitation');--> statement-breakpoint
UPDATE "audit_trail" a SET "about_user_id" = p.user_id FROM "posts" p
 WHERE a.subject_type IN ('question', 'answer') AND a.subject_id = p.id::text;--> statement-breakpoint
UPDATE "audit_trail" a SET "about_user_id" = f.user_id FROM "feedback" f
 WHERE a.subject_type = 'feedback' AND a.subject_id = f.id::text;--> statement-breakpoint
-- Nobody knows any more whose name the others contain, so it could not be removed with the account.
UPDATE "audit_trail" SET "subject_name" = 'Deleted user'
 WHERE subject_type IN ('question', 'answer', 'feedback') AND about_user_id IS NULL;--> statement-breakpoint
DELETE FROM "notifications" n WHERE n.kind IN ('new question', 'new answer')
   AND NOT EXISTS (SELECT FROM "posts" p WHERE p.id::text = n.subject);--> statement-breakpoint
DELETE FROM "notifications" n WHERE n.kind = 'submission received'
   AND NOT EXISTS (SELECT FROM "submissions" s WHERE s.id::text = n.subject);--> statement-breakpoint
-- Notifications that quote or name the author of a question, an answer or a submission go with it, also where it goes with
-- its lesson, its assignment or its class.
CREATE FUNCTION delete_notifications_about() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications n USING removed r
   WHERE n.kind IN ('submission received', 'new question', 'new answer') AND n.subject = r.id::text;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER delete_notifications_about AFTER DELETE ON "posts" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_about();--> statement-breakpoint
CREATE TRIGGER delete_notifications_about AFTER DELETE ON "submissions" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications_about();
