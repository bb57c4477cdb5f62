CREATE TABLE "submission_files" (
	"submission_id" uuid NOT NULL,
	"file_id" uuid PRIMARY KEY NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "submissions" DROP CONSTRAINT "submissions_not_empty";--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "file_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_of_submission" ON "submission_files" USING btree ("submission_id","position");--> statement-breakpoint
CREATE INDEX "files_of_user" ON "files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "files_by_age" ON "files" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_not_empty" CHECK ("submissions"."text" <> '' or "submissions"."link" <> '' or "submissions"."file_count" > 0);