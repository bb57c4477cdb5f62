CREATE TABLE "lesson_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lesson_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_notes_one_a_person" UNIQUE("lesson_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "post_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_reports_one_a_person" UNIQUE("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigserial NOT NULL,
	"lesson_id" uuid NOT NULL,
	"question_id" uuid,
	"user_id" uuid,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" uuid,
	"hidden_reason" text,
	CONSTRAINT "posts_not_empty" CHECK ("posts"."text" <> ''),
	CONSTRAINT "posts_answers_are_accepted" CHECK ("posts"."accepted_at" is null or "posts"."question_id" is not null),
	CONSTRAINT "posts_hidden_with_reason" CHECK (num_nulls("posts"."hidden_at", "posts"."hidden_by", "posts"."hidden_reason") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reports" ADD CONSTRAINT "post_reports_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reports" ADD CONSTRAINT "post_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_question_id_posts_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_notes_of_user" ON "lesson_notes" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "post_reports_of_user" ON "post_reports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "questions_of_lesson" ON "posts" USING btree ("lesson_id","number") WHERE "posts"."question_id" is null;--> statement-breakpoint
CREATE INDEX "answers_of_question" ON "posts" USING btree ("question_id","number");--> statement-breakpoint
CREATE INDEX "posts_of_lesson" ON "posts" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "posts_of_user" ON "posts" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "posts_hidden" ON "posts" USING btree ("number") WHERE "posts"."hidden_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_one_accepted" ON "posts" USING btree ("question_id") WHERE "posts"."accepted_at" is not null;