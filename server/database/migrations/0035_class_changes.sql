CREATE TABLE "class_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"title" text,
	"price" integer,
	"description" text,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "class_changes_not_empty" CHECK (num_nonnulls("class_changes"."title", "class_changes"."price", "class_changes"."description") > 0),
	CONSTRAINT "class_changes_price_in_range" CHECK ("class_changes"."price" between 0 and 99999999),
	CONSTRAINT "class_changes_status_known" CHECK ("class_changes"."status" in ('Pending', 'approve', 'rejected')),
	CONSTRAINT "class_changes_decided_when_not_pending" CHECK (("class_changes"."status" = 'Pending') = ("class_changes"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "class_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"price" integer NOT NULL,
	"description" text NOT NULL,
	"approved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "class_versions_numbered" UNIQUE("class_id","number")
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "class_changes" ADD CONSTRAINT "class_changes_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_changes" ADD CONSTRAINT "class_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_versions" ADD CONSTRAINT "class_versions_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_versions" ADD CONSTRAINT "class_versions_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "class_changes_one_open" ON "class_changes" USING btree ("class_id") WHERE "class_changes"."status" = 'Pending';--> statement-breakpoint
CREATE INDEX "class_changes_of_class" ON "class_changes" USING btree ("class_id","created_at");--> statement-breakpoint
CREATE INDEX "class_changes_waiting" ON "class_changes" USING btree ("updated_at","id") WHERE "class_changes"."status" = 'Pending';--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('welcome', 'receipt', 'refund', 'refund failed', 'teacher request received', 'teacher request approved', 'teacher request rejected', 'class approved', 'class rejected', 'class withdrawn', 'class change approved', 'class change rejected', 'sale', 'sales digest', 'new assignment', 'deadline near', 'submission sent', 'submission received', 'submission graded', 'new question', 'new answer', 'certificate', 'dispute', 'attention', 'notice', 'contact', 'invitation'));--> statement-breakpoint
-- The history of a published class begins with what is published now.
INSERT INTO "class_versions" ("class_id", "number", "title", "price", "description", "approved_by", "created_at")
SELECT "id", 1, "title", "price", "description", "decided_by", "decided_at" FROM "classes" WHERE "status" = 'approve';
