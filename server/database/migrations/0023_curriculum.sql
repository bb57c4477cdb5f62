CREATE TABLE "curricula" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"outcomes" text[] DEFAULT '{}'::text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "curricula_version_counts" CHECK ("curricula"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"done_at" timestamp (3) with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_progress_one_a_person" UNIQUE("lesson_id","user_id"),
	CONSTRAINT "lesson_progress_position_in_range" CHECK ("lesson_progress"."position" between 0 and 86400)
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"minutes" integer,
	"is_preview" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"pictures" text[] DEFAULT '{}'::text[] NOT NULL,
	"video_provider" text,
	"video_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lessons_kind_known" CHECK ("lessons"."kind" in ('article', 'video')),
	CONSTRAINT "lessons_status_known" CHECK ("lessons"."status" in ('draft', 'published')),
	CONSTRAINT "lessons_not_empty" CHECK ("lessons"."title" <> ''),
	CONSTRAINT "lessons_minutes_in_range" CHECK ("lessons"."minutes" between 1 and 600),
	CONSTRAINT "lessons_video_provider_known" CHECK ("lessons"."video_provider" in ('youtube', 'vimeo')),
	CONSTRAINT "lessons_video_whole" CHECK (num_nulls("lessons"."video_provider", "lessons"."video_id") in (0, 2))
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sections_not_empty" CHECK ("sections"."title" <> '')
);
--> statement-breakpoint
ALTER TABLE "curricula" ADD CONSTRAINT "curricula_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_class_id_curricula_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."curricula"("class_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_progress_of_user" ON "lesson_progress" USING btree ("user_id","seen_at");--> statement-breakpoint
CREATE INDEX "lessons_of_section" ON "lessons" USING btree ("section_id","position");--> statement-breakpoint
CREATE INDEX "lessons_by_picture" ON "lessons" USING gin ("pictures");--> statement-breakpoint
CREATE INDEX "sections_of_class" ON "sections" USING btree ("class_id","position");
--> statement-breakpoint
CREATE FUNCTION announce_curriculum(class uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('catalogue', 'class ' || id) FROM classes WHERE id = class AND is_published(status, hidden_at)
$$;--> statement-breakpoint
CREATE FUNCTION curriculum_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_curriculum(NEW.class_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER curriculum_added AFTER INSERT ON curricula
FOR EACH ROW WHEN (NEW.outcomes <> '{}') EXECUTE FUNCTION curriculum_changed();--> statement-breakpoint
CREATE TRIGGER curriculum_changed AFTER UPDATE ON curricula
FOR EACH ROW WHEN (NEW.outcomes <> OLD.outcomes) EXECUTE FUNCTION curriculum_changed();--> statement-breakpoint
-- Only sections with published lessons are shown. Before a section is deleted its lessons are still there.
CREATE FUNCTION section_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM lessons WHERE section_id = OLD.id AND status = 'published') THEN
    PERFORM announce_curriculum(OLD.class_id);
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint
CREATE TRIGGER section_changed BEFORE DELETE ON sections
FOR EACH ROW EXECUTE FUNCTION section_changed();--> statement-breakpoint
CREATE TRIGGER section_moved AFTER UPDATE ON sections
FOR EACH ROW WHEN ((NEW.title, NEW.position) IS DISTINCT FROM (OLD.title, OLD.position)) EXECUTE FUNCTION section_changed();--> statement-breakpoint
-- What changes in a draft is not announced.
CREATE FUNCTION lesson_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_shown boolean := false; is_shown boolean := false;
BEGIN
  IF TG_OP <> 'INSERT' THEN was_shown := OLD.status = 'published'; END IF;
  IF TG_OP <> 'DELETE' THEN is_shown := NEW.status = 'published'; END IF;
  IF was_shown OR is_shown THEN
    PERFORM announce_curriculum(class_id) FROM sections
      WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.section_id ELSE NEW.section_id END;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER lesson_added_or_removed AFTER INSERT OR DELETE ON lessons
FOR EACH ROW EXECUTE FUNCTION lesson_changed();--> statement-breakpoint
CREATE TRIGGER lesson_changed AFTER UPDATE ON lessons
FOR EACH ROW WHEN (NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION lesson_changed();
