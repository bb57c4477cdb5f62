ALTER TABLE "site_settings" ADD COLUMN "user_count" text DEFAULT 'fixed' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_user_count_known" CHECK ("site_settings"."user_count" in ('fixed', 'counted'));--> statement-breakpoint
-- The home page shows the number of users where admins have chosen so.
CREATE FUNCTION announce_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM site_settings WHERE user_count = 'counted') THEN
    PERFORM pg_notify('catalogue', 'users');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_users AFTER INSERT OR DELETE OR UPDATE OF "deleted_at" ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_users();
