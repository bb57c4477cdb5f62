-- Teachers pause enrollment in a class. Its waiting list is served again once it is resumed.
ALTER TABLE "classes" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
DROP TRIGGER announce_seats ON "classes";--> statement-breakpoint
CREATE TRIGGER announce_seats AFTER UPDATE ON "classes" FOR EACH ROW
  WHEN (NEW.waiting > 0 AND (NEW.waiting IS DISTINCT FROM OLD.waiting OR NEW.seats IS DISTINCT FROM OLD.seats
    OR NEW.status IS DISTINCT FROM OLD.status OR NEW.paused_at IS DISTINCT FROM OLD.paused_at
    OR NEW.enroll - NEW.vacated < OLD.enroll - OLD.vacated))
  EXECUTE FUNCTION announce_seats();
