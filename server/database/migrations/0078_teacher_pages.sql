CREATE TABLE "teacher_bios" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hidden_reason" text,
	CONSTRAINT "teacher_bios_version_positive" CHECK ("teacher_bios"."version" > 0),
	CONSTRAINT "teacher_bios_hidden_with_reason" CHECK (num_nulls("teacher_bios"."hidden_at", "teacher_bios"."hidden_by", "teacher_bios"."hidden_reason") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "teacher_bios" ADD CONSTRAINT "teacher_bios_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teacher_bios" ADD CONSTRAINT "teacher_bios_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_of_teacher" ON "classes" USING btree ("teacher_id","enroll","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "teacher_bios"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();--> statement-breakpoint
CREATE FUNCTION announce_bio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'bio ' || coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_bio AFTER INSERT OR UPDATE OR DELETE ON "teacher_bios"
  FOR EACH ROW EXECUTE FUNCTION announce_bio();
