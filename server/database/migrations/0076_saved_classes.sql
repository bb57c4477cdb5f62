CREATE TABLE "saved_classes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_classes_once" UNIQUE("user_id","class_id")
);
--> statement-breakpoint
ALTER TABLE "saved_classes" ADD CONSTRAINT "saved_classes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_classes" ADD CONSTRAINT "saved_classes_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_classes_of_user" ON "saved_classes" USING btree ("user_id","saved_at");--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "saved_classes"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();
