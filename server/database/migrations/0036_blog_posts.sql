CREATE TABLE "blog_posts" (
	"slug" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"published" jsonb,
	"draft" jsonb,
	"hides_default" boolean DEFAULT false NOT NULL,
	"pictures" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Drafts are in no cached response.
CREATE FUNCTION announce_blog() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published IS DISTINCT FROM NEW.published OR OLD.hides_default IS DISTINCT FROM NEW.hides_default THEN
    PERFORM pg_notify('catalogue', 'blog');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_blog AFTER INSERT OR UPDATE OR DELETE ON "blog_posts"
  FOR EACH ROW EXECUTE FUNCTION announce_blog();
