CREATE TABLE "lesson_captions" (
	"lesson_id" uuid NOT NULL,
	"language" text NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "lesson_captions_lesson_id_language_pk" PRIMARY KEY("lesson_id","language")
);
--> statement-breakpoint
ALTER TABLE "lessons" DROP CONSTRAINT "lessons_kind_known";--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD COLUMN "position_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "poster" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_captions" ADD CONSTRAINT "lesson_captions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_captions" ADD CONSTRAINT "lesson_captions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_captions_by_file" ON "lesson_captions" USING btree ("file_id");--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lessons_by_file" ON "lessons" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "lessons_by_poster" ON "lessons" USING btree ("poster") WHERE "lessons"."poster" <> '';--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_one_video" CHECK (num_nonnulls("lessons"."video_id", "lessons"."file_id") <= 1);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_kind_known" CHECK ("lessons"."kind" in ('article', 'video', 'file'));--> statement-breakpoint
UPDATE "lesson_progress" SET "position_at" = "seen_at" WHERE "position" > 0;
