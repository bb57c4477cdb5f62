CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 12) || left(replace(gen_random_uuid()::text, '-', ''), 12)) NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"title" text NOT NULL,
	"lessons" integer NOT NULL,
	"assignment" text,
	"pass_marks" integer,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "certificates_code_unique" UNIQUE("code"),
	CONSTRAINT "certificates_one_a_person" UNIQUE("user_id","class_id"),
	CONSTRAINT "certificates_for_something" CHECK ("certificates"."lessons" > 0 or "certificates"."assignment" is not null),
	CONSTRAINT "certificates_passed_what" CHECK (("certificates"."assignment" is null) = ("certificates"."pass_marks" is null))
);
--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "pass_marks" integer;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_of_class" ON "certificates" USING btree ("class_id");--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_pass_marks_in_range" CHECK ("assignments"."pass_marks" between 0 and "assignments"."marks");
--> statement-breakpoint
CREATE FUNCTION certificate_follows_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE certificates SET ended_at = now()
     WHERE user_id = OLD.user_id AND class_id = OLD.class_id AND ended_at IS NULL;
  ELSE
    UPDATE certificates SET ended_at = NULL
     WHERE user_id = NEW.user_id AND class_id = NEW.class_id AND ended_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER certificate_follows_enrollment AFTER INSERT OR DELETE ON enrollments
  FOR EACH ROW EXECUTE FUNCTION certificate_follows_enrollment();
