CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text,
	"max_uses" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_uses_limited" CHECK ("invitations"."uses" between 0 and "invitations"."max_uses"),
	CONSTRAINT "invitations_one_use_for_address" CHECK ("invitations"."email" is null or "invitations"."max_uses" = 1)
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "identity"."user" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "registration" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
CREATE INDEX "invitations_by_age" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_of_address" ON "invitations" USING btree ("email");--> statement-breakpoint
ALTER TABLE "identity"."user" ADD CONSTRAINT "user_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('welcome', 'receipt', 'refund', 'refund failed', 'teacher request received', 'teacher request approved', 'teacher request rejected', 'class approved', 'class rejected', 'class withdrawn', 'sale', 'sales digest', 'new assignment', 'deadline near', 'submission sent', 'submission received', 'submission graded', 'new question', 'new answer', 'certificate', 'dispute', 'attention', 'notice', 'contact', 'invitation'));--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_registration_known" CHECK ("site_settings"."registration" in ('open', 'invitation', 'closed'));--> statement-breakpoint
-- The use is counted with the account, in its transaction: the row's lock makes concurrent registrations wait for each other.
CREATE FUNCTION identity.use_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.invitations SET uses = uses + 1
   WHERE id = NEW.invitation_id AND uses < max_uses AND expires_at > now();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The invitation has expired or has been used up';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER use_invitation BEFORE INSERT ON "identity"."user"
  FOR EACH ROW WHEN (NEW.invitation_id IS NOT NULL) EXECUTE FUNCTION identity.use_invitation();
