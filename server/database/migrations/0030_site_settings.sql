CREATE TABLE "site_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"logo_first" text NOT NULL,
	"logo_second" text NOT NULL,
	"company" text NOT NULL,
	"claim" text NOT NULL,
	"description" text NOT NULL,
	"accent" text NOT NULL,
	"logo_image" text NOT NULL,
	"share_image" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_settings_one_row" CHECK ("site_settings"."is_only")
);
--> statement-breakpoint
-- Every page shows them, so every server drops what it has cached.
CREATE FUNCTION announce_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'site');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_site AFTER INSERT OR UPDATE OR DELETE ON "site_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_site();
