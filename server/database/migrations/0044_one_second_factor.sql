-- Two requests at the same moment could each store a key. The library reads the first one that it finds.
DELETE FROM "identity"."two_factor" WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (PARTITION BY "user_id" ORDER BY "verified" DESC, ctid) AS nth FROM "identity"."two_factor"
  ) AS numbered WHERE nth > 1
);--> statement-breakpoint
DROP INDEX "identity"."two_factor_user_id";--> statement-breakpoint
CREATE UNIQUE INDEX "two_factor_user_id" ON "identity"."two_factor" USING btree ("user_id");--> statement-breakpoint
-- A set-up that is under way while another one is completed would replace the key, and nobody could give a code any more.
CREATE FUNCTION identity.keep_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM identity."user" WHERE id = NEW.user_id AND two_factor_enabled) THEN
    RAISE EXCEPTION 'The second factor is in use' USING ERRCODE = 'CH002';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_second_factor BEFORE UPDATE OF secret ON "identity"."two_factor"
  FOR EACH ROW WHEN (OLD.secret IS DISTINCT FROM NEW.secret) EXECUTE FUNCTION identity.keep_second_factor();
