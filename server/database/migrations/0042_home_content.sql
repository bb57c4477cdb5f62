ALTER TABLE "site_settings" ADD COLUMN "slides" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "partners" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "services" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "home_pictures" text[] DEFAULT '{}' NOT NULL;