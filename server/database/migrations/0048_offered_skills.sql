ALTER TABLE "classes" DROP CONSTRAINT "classes_experience_known";--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT "classes_category_known";--> statement-breakpoint
ALTER TABLE "teacher_requests" DROP CONSTRAINT "teacher_requests_experience_known";--> statement-breakpoint
ALTER TABLE "teacher_requests" DROP CONSTRAINT "teacher_requests_category_known";--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "experience_levels" text[] DEFAULT '{"Experienced","Beginner","Mid Level","Junior"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "skill_categories" text[] DEFAULT '{"Web Development","Digital Marketing","Graphics Design","App Development","Game Development","SEO Development"}' NOT NULL;