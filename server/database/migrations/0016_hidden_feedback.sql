ALTER TABLE "feedback" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "hidden_by" uuid;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_hidden_with_reason" CHECK (num_nulls("feedback"."hidden_at", "feedback"."hidden_by", "feedback"."hidden_reason") in (0, 3));--> statement-breakpoint
-- Hidden feedback does not count in ratings, and what changes while it is hidden is not announced.
CREATE OR REPLACE FUNCTION feedback_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_public boolean := false; is_public boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.* IS NOT DISTINCT FROM OLD.* THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN was_public := OLD.hidden_at IS NULL; END IF;
  IF TG_OP <> 'DELETE' THEN is_public := NEW.hidden_at IS NULL; END IF;
  IF NOT was_public AND NOT is_public THEN RETURN NULL; END IF;
  IF was_public AND is_public AND OLD.class_id = NEW.class_id AND OLD.rating = NEW.rating THEN
    PERFORM pg_notify('catalogue', 'class ' || NEW.class_id);
  ELSE
    IF was_public THEN PERFORM change_ratings(OLD.class_id, OLD.rating, -1); END IF;
    IF is_public THEN PERFORM change_ratings(NEW.class_id, NEW.rating, 1); END IF;
  END IF;
  PERFORM pg_notify('catalogue', 'feedback');
  RETURN NULL;
END $$;
