-- A call that was admitted may write while the account of its user is being deleted. It waits for the deletion here, and then
-- writes nothing. A foreign key does not see it, because the row of a deleted user is kept.
CREATE FUNCTION is_active_user(id uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users u WHERE u.id = is_active_user.id AND u.deleted_at IS NULL FOR KEY SHARE;
  RETURN FOUND;
END $$;--> statement-breakpoint
CREATE FUNCTION refuse_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  writer uuid;
BEGIN
  IF TG_TABLE_NAME = 'classes' THEN writer := NEW.teacher_id; ELSE writer := NEW.user_id; END IF;
  IF writer IS NOT NULL AND NOT is_active_user(writer) THEN
    RAISE EXCEPTION 'The user % is deleted', writer USING ERRCODE = 'CH001';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- What others cause: nobody reads what a deleted user would be told, or shows their certificate.
CREATE FUNCTION skip_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NOT NULL AND NOT is_active_user(NEW.user_id) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "billing_details"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER skip_deleted_user BEFORE INSERT ON "certificates"
  FOR EACH ROW EXECUTE FUNCTION skip_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "classes"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "email_preferences"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "feedback"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "files"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "lesson_notes"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "lesson_progress"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "payment_intents"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "pictures"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "post_reports"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "posts"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "submissions"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "teacher_requests"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "uploads"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
-- What was paid is enrolled or refunded, whoever paid it.
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "enrollments"
  FOR EACH ROW WHEN (NEW.payment_id IS NULL) EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE TRIGGER skip_deleted_user BEFORE INSERT ON "notifications"
  FOR EACH ROW EXECUTE FUNCTION skip_deleted_user();
