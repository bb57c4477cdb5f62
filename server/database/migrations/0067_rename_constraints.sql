ALTER TABLE "submissions" RENAME CONSTRAINT "submissions_one_a_person" TO "submissions_once_per_user";--> statement-breakpoint
ALTER TABLE "certificates" RENAME CONSTRAINT "certificates_one_a_person" TO "certificates_once_per_user";--> statement-breakpoint
ALTER TABLE "lesson_progress" RENAME CONSTRAINT "lesson_progress_one_a_person" TO "lesson_progress_once_per_user";--> statement-breakpoint
ALTER TABLE "feedback" RENAME CONSTRAINT "feedback_one_a_person" TO "feedback_once_per_user";--> statement-breakpoint
ALTER TABLE "enrollments" RENAME CONSTRAINT "enrollments_one_a_person" TO "enrollments_once_per_user";--> statement-breakpoint
ALTER TABLE "lesson_notes" RENAME CONSTRAINT "lesson_notes_one_a_person" TO "lesson_notes_once_per_user";--> statement-breakpoint
ALTER TABLE "reports" RENAME CONSTRAINT "reports_of_post_one_a_person" TO "reports_of_post_once_per_user";--> statement-breakpoint
ALTER TABLE "reports" RENAME CONSTRAINT "reports_of_feedback_one_a_person" TO "reports_of_feedback_once_per_user";--> statement-breakpoint
ALTER INDEX "on_sale_newest" RENAME TO "published_newest";--> statement-breakpoint
ALTER INDEX "on_sale_by_enroll" RENAME TO "published_by_enroll";--> statement-breakpoint
ALTER INDEX "on_sale_by_price" RENAME TO "published_by_price";--> statement-breakpoint
ALTER INDEX "on_sale_category_newest" RENAME TO "published_category_newest";--> statement-breakpoint
ALTER INDEX "on_sale_category_by_enroll" RENAME TO "published_category_by_enroll";--> statement-breakpoint
ALTER INDEX "on_sale_category_by_price" RENAME TO "published_category_by_price";--> statement-breakpoint
ALTER INDEX "users_email_of_the_living" RENAME TO "users_email";
