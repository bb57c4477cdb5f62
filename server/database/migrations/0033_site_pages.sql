CREATE TABLE "site_pages" (
	"name" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"published" jsonb,
	"draft" jsonb,
	"pictures" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- What visitors read has changed, or which pages the footer links to. Drafts are in no cached response.
CREATE FUNCTION announce_site_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published IS DISTINCT FROM NEW.published THEN
    PERFORM pg_notify('catalogue', 'site');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_site_page AFTER INSERT OR UPDATE OR DELETE ON "site_pages"
  FOR EACH ROW EXECUTE FUNCTION announce_site_page();
