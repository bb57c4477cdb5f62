ALTER TABLE "classes" DROP CONSTRAINT "classes_status_known";--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT "classes_decided_when_not_pending";--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_status_known" CHECK ("classes"."status" in ('Draft', 'Pending', 'approve', 'rejected'));--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_decided_when_not_pending" CHECK (("classes"."status" in ('Draft', 'Pending')) = ("classes"."decided_at" is null));