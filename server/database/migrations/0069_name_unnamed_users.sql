-- A third party without a name created accounts with an empty one, which no form accepts.
UPDATE "identity"."user" SET "name" = 'Unnamed user' WHERE "name" = '';--> statement-breakpoint
UPDATE "users" SET "name" = 'Unnamed user' WHERE "name" = '' AND "deleted_at" IS NULL;
