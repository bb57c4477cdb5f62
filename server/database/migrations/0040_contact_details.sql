ALTER TABLE "site_settings" ADD COLUMN "phone" text DEFAULT '+1 (555) 010-1999' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "contact_email" text DEFAULT '' NOT NULL;