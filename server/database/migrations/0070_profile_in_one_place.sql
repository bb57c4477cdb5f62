-- The server copied a changed profile after the change, so that concurrent changes, or a server that was stopped in between, left
-- two different names.
UPDATE "users" SET "name" = i."name", "photo" = coalesce(i."image", "photo")
  FROM "identity"."user" AS i
 WHERE i."id" = "identity_id" AND ("users"."name", "photo") IS DISTINCT FROM (i."name", coalesce(i."image", "photo"));--> statement-breakpoint
CREATE FUNCTION identity.profile_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET name = NEW.name, photo = coalesce(NEW.image, '') WHERE identity_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER profile_changed AFTER UPDATE OF name, image ON identity."user"
FOR EACH ROW WHEN ((OLD.name, OLD.image) IS DISTINCT FROM (NEW.name, NEW.image))
EXECUTE FUNCTION identity.profile_changed();
